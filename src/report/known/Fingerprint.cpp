#include "raceward/report/Fingerprint.h"

#include "text/SourceFiles.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace raceward {
namespace {

/// Parts are separated by a character that does not occur in them.
std::string wordsOf(const AccessSite &site) {
  std::string words = baseName(site.at.file);
  for (const std::string_view part : {std::string_view(site.function), toString(site.kind),
                                      toString(site.order), std::string_view(site.name)}) {
    words += '\0';
    words += part;
  }
  return words;
}

/// FNV-1a: not cryptographic, it only distinguishes the races of one program.
std::uint64_t hashOf(const std::string &text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ULL;
  }
  return hash;
}

} // namespace

std::string fingerprintOf(const Conviction &race) {
  std::array<std::string, 2> sides{wordsOf(race.first), wordsOf(race.second)};
  std::ranges::sort(sides);
  std::uint64_t hash = hashOf(sides[0] + '\1' + sides[1]);
  std::string digits(16, '0');
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, hash >>= 4)
    *digit = "0123456789abcdef"[hash & 0xF];
  return digits;
}

} // namespace raceward
