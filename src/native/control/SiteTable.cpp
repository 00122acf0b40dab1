#include "SiteTable.h"

#include "raceward/base/Text.h"

#include <llvm/Demangle/Demangle.h>

#include <charconv>

namespace raceward {

namespace {

constexpr std::size_t kFields = 8;

bool number(std::string_view text, std::uint32_t &value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

} // namespace

Result<std::vector<NativeSite>> parseSites(std::string_view text) {
  std::vector<NativeSite> sites;
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty())
      continue;
    const auto fields = split(line, '\t');
    NativeSite site;
    if (fields.size() != kFields || !number(fields[0], site.at.line) ||
        !number(fields[1], site.at.column) || !number(fields[2], site.index) ||
        !number(fields[7], site.module))
      return fail(Error::Kind::Input,
                  "line " + std::to_string(sites.size() + 1) + " of the table of sites is no site");
    site.at.file = sanitizedUtf8(std::string(fields[3]));
    site.function = sanitizedUtf8(llvm::demangle(std::string(fields[4])));
    site.object = sanitizedUtf8(std::string(fields[5]));
    site.callee = sanitizedUtf8(std::string(fields[6]));
    sites.push_back(std::move(site));
  }
  return sites;
}

} // namespace raceward
