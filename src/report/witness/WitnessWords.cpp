#include "WitnessWords.h"

#include "raceward/base/File.h"
#include "raceward/base/Text.h"
#include "raceward/report/Witness.h"

#include <array>
#include <charconv>

namespace raceward {

namespace {

/// A run of a thousand steps takes some hundred kilobytes; a larger file is not a witness, or an
/// attack on the parser.
constexpr std::size_t kLargestWitness = std::size_t{16} << 20;

constexpr std::array<std::string_view, 5> kTypes{"assumption", "branching", "function_enter",
                                                 "function_return", "target"};

} // namespace

std::string_view toString(WaypointType type) {
  return kTypes[static_cast<std::size_t>(type)];
}

std::optional<WaypointType> waypointTypeFrom(std::string_view name) {
  for (std::size_t at = 0; at < kTypes.size(); ++at)
    if (name == kTypes[at])
      return static_cast<WaypointType>(at);
  return std::nullopt;
}

std::optional<std::uint32_t> wholeNumber(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

Unexpected witnessProblem(const std::string &path, std::uint32_t line, const std::string &what) {
  return fail(Error::Kind::Input, sanitizedUtf8(path + ":" + std::to_string(line) + ": " + what));
}

Result<ViolationWitness> readWitness(const std::string &path) {
  const Result<std::string> text = readFile(path);
  if (!text)
    return fail(text.error());
  if (text->size() > kLargestWitness)
    return witnessProblem(path, 1, "too large for a witness");
  return trim(*text).starts_with('<') ? readGraphmlWitness(path, *text)
                                      : readYamlWitness(path, *text);
}

} // namespace raceward
