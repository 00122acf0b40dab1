#include "SiteTable.h"

#include "raceward/base/Text.h"

#include <llvm/Demangle/Demangle.h>

#include <charconv>
#include <filesystem>

namespace raceward {

namespace {

constexpr std::size_t kFields = 8;

bool number(std::string_view text, std::uint32_t &value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

/// The name that `check` uses: relative if it is within the current folder.
std::string fromHere(std::string_view file) {
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string() + "/";
  if (!error && file.starts_with(here))
    file.remove_prefix(here.size());
  return std::string(file);
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
      return fail(Error::Kind::Input, "line " + std::to_string(sites.size() + 1) +
                                          " of the table of sites is malformed");
    site.at.file = sanitizedUtf8(fromHere(fields[3]));
    site.function = sanitizedUtf8(llvm::demangle(std::string(fields[4])));
    site.object = sanitizedUtf8(std::string(fields[5]));
    site.callee = sanitizedUtf8(std::string(fields[6]));
    sites.push_back(std::move(site));
  }
  return sites;
}

} // namespace raceward
