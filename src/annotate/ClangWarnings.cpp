#include "ClangWarnings.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace raceward {

namespace {

/// "file:12:3: rest": the position, and where the rest begins.
std::optional<std::size_t> positionIn(std::string_view line, SourcePosition &at) {
  for (std::size_t colon = line.find(':'); colon != std::string_view::npos;
       colon = line.find(':', colon + 1)) {
    const char *end = line.data() + line.size();
    const auto number = std::from_chars(line.data() + colon + 1, end, at.line);
    if (number.ec != std::errc() || number.ptr == end || *number.ptr != ':')
      continue;
    const auto column = std::from_chars(number.ptr + 1, end, at.column);
    if (column.ec != std::errc() || column.ptr == end || *column.ptr != ':')
      continue;
    at.file = line.substr(0, colon);
    return static_cast<std::size_t>(column.ptr - line.data()) + 2;
  }
  return std::nullopt;
}

std::vector<std::string> quotedIn(std::string_view message) {
  std::vector<std::string> words;
  for (std::size_t at = message.find('\''); at != std::string_view::npos;) {
    const std::size_t end = message.find('\'', at + 1);
    if (end == std::string_view::npos)
      break;
    words.emplace_back(message.substr(at + 1, end - at - 1));
    at = message.find('\'', end + 1);
  }
  return words;
}

ClangWarning::Kind kindOf(std::string_view message) {
  const auto says = [&](std::string_view words) {
    return message.find(words) != std::string_view::npos;
  };
  if (says("-Wthread-safety-attributes"))
    return ClangWarning::Kind::Declared;
  if (says("requires holding"))
    return ClangWarning::Kind::Needs;
  if (says("is still held at the end of function") || says("expecting"))
    return ClangWarning::Kind::StillHeld;
  if (says("that was not held"))
    return ClangWarning::Kind::NotHeld;
  return ClangWarning::Kind::Other;
}

} // namespace

std::vector<ClangWarning> clangWarnings(std::string_view messages) {
  std::vector<ClangWarning> found;
  for (const std::string_view line : split(messages, '\n')) {
    ClangWarning each;
    const std::optional<std::size_t> rest = positionIn(line, each.at);
    if (!rest || *rest > line.size())
      continue;
    std::string_view message = line.substr(*rest);
    const bool isError = message.starts_with("error: ") || message.starts_with("fatal error: ");
    if (!isError && message.find("[-Wthread-safety") == std::string_view::npos)
      continue;
    each.kind = isError ? ClangWarning::Kind::Error : kindOf(message);
    message.remove_prefix(message.find(": ") + 2);
    each.message = message.substr(0, message.rfind(" [-W"));
    const std::vector<std::string> words = quotedIn(each.message);
    if (!words.empty()) {
      each.lock = each.kind == ClangWarning::Kind::Needs ? words.back() : words.front();
      each.subject = words.front();
    }
    const bool isKnown = std::ranges::any_of(found, [&](const ClangWarning &other) {
      return other.at == each.at && other.message == each.message;
    });
    if (!isKnown)
      found.push_back(std::move(each));
  }
  return found;
}

std::string lastPartOf(std::string_view lock) {
  const std::size_t before = lock.find_last_of(".>:&*() ");
  return std::string(before == std::string_view::npos ? lock : lock.substr(before + 1));
}

} // namespace raceward
