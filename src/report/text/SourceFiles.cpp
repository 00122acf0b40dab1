#include "SourceFiles.h"

#include "raceward/base/File.h"
#include "raceward/report/Quoting.h"

#include <cstdint>
#include <filesystem>
#include <set>
#include <system_error>

namespace raceward {

namespace {

std::optional<std::set<std::string>> &quotable() {
  static std::optional<std::set<std::string>> files;
  return files;
}

/// Texts that are not files.
std::map<std::string, std::string> &ownTexts() {
  static std::map<std::string, std::string> texts;
  return texts;
}

/// The canonical name of a file.
std::string realName(const std::string &path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  return error ? std::string() : real.string();
}

bool mayQuote(const std::string &path) {
  return !quotable() || quotable()->contains(realName(path));
}

} // namespace

void quoteOnly(const std::vector<std::string> &files) {
  std::set<std::string> &names = quotable().emplace();
  for (const std::string &file : files)
    if (std::string name = realName(file); !name.empty())
      names.insert(std::move(name));
}

void quoteAlso(const std::string &name, const std::string &text) {
  ownTexts()[name] = text;
}

bool isOwnText(const std::string &name) {
  return ownTexts().contains(name);
}

SourceFiles::File SourceFiles::load(const std::string &path) {
  if (isOwnText(path))
    return inLines(ownTexts()[path]);
  // The name comes from debug information, thus from the program under test: a #line directive may
  // name a pipe or a device, and reading it may never end.
  constexpr std::uintmax_t kLargest = 64u << 20;
  std::error_code error;
  if (!mayQuote(path) || !std::filesystem::is_regular_file(path, error) || error)
    return {};
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error || size > kLargest)
    return {};
  Result<std::string> content = readFile(path);
  if (!content)
    return {};

  return inLines(std::move(*content));
}

SourceFiles::File SourceFiles::inLines(std::string content) {
  File file{std::move(content), {0}};
  for (std::size_t at = file.content.find('\n'); at != std::string::npos;
       at = file.content.find('\n', at + 1))
    file.lineStarts.push_back(at + 1);
  return file;
}

std::optional<std::string_view> SourceFiles::line(const std::string &path, std::uint32_t number) {
  auto found = files_.find(path);
  if (found == files_.end())
    found = files_.emplace(path, load(path)).first;
  const File &file = found->second;
  if (number == 0 || number > file.lineStarts.size())
    return std::nullopt;
  const std::size_t start = file.lineStarts[number - 1];
  std::string_view line = std::string_view(file.content).substr(start);
  line = line.substr(0, line.find('\n'));
  if (line.ends_with('\r'))
    line.remove_suffix(1);
  return line;
}

} // namespace raceward
