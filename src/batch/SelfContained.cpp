#include "raceward/batch/SelfContained.h"

#include <algorithm>
#include <array>
#include <string>

namespace raceward::batch {

namespace {

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\0';
}

bool isLineEnd(char c) {
  return c == '\n' || c == '\r';
}

/// Removes line breaks after a backslash; clang permits blanks between the two.
std::string spliced(std::string_view source) {
  std::string text;
  text.reserve(source.size());
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\\') {
      std::size_t next = i + 1;
      while (next < source.size() && isBlank(source[next]))
        ++next;
      if (next < source.size() && isLineEnd(source[next])) {
        if (source[next] == '\r' && next + 1 < source.size() && source[next + 1] == '\n')
          ++next;
        i = next;
        continue;
      }
    }
    text += source[i];
  }
  return text;
}

/// `directive` is the text after the '#'.
bool isHarmless(std::string_view directive) {
  while (!directive.empty() && isBlank(directive.front()))
    directive.remove_prefix(1);
  if (directive.empty() || isLineEnd(directive.front()))
    return true;
  std::string_view word = directive;
  std::size_t length = 0;
  while (length < word.size() && ((word[length] | 0x20) >= 'a' && (word[length] | 0x20) <= 'z'))
    ++length;
  word = word.substr(0, length);
  if (word.empty())
    return directive.front() >= '0' && directive.front() <= '9';
  return word == "line" || word == "pragma" || word == "ident";
}

/// Finds directives where clang does: at the beginning of a line, after comments, and not within
/// literals.
bool hasOnlyHarmlessDirectives(std::string_view text) {
  bool atLineStart = true;
  std::size_t i = 0;
  const auto startsWith = [&](std::string_view what) {
    return text.substr(i, what.size()) == what;
  };
  while (i < text.size()) {
    const char c = text[i];
    if (isLineEnd(c)) {
      atLineStart = true;
      ++i;
    } else if (startsWith("/*")) {
      const std::size_t end = text.find("*/", i + 2);
      if (end == std::string_view::npos)
        return true;
      i = end + 2;
    } else if (startsWith("//")) {
      while (i < text.size() && !isLineEnd(text[i]))
        ++i;
    } else if (atLineStart && (c == '#' || startsWith("%:"))) {
      if (!isHarmless(text.substr(i + (c == '#' ? 1 : 2))))
        return false;
      // The rest is scanned like other text: a comment may begin in it.
      atLineStart = false;
      ++i;
    } else if (c == '"' || c == '\'') {
      if (c == '"' && i > 0 && text[i - 1] == 'R')
        return false; // possibly a raw literal, whose end follows other rules
      ++i;
      while (i < text.size() && text[i] != c && !isLineEnd(text[i]))
        i += text[i] == '\\' ? 2 : 1;
      if (i < text.size() && text[i] == c)
        ++i;
      atLineStart = false;
    } else {
      // Bytes that are not plain text may count as blanks.
      const auto byte = static_cast<unsigned char>(c);
      atLineStart = atLineStart && (byte <= ' ' || byte >= 0x7F);
      ++i;
    }
  }
  return true;
}

} // namespace

bool isSelfContained(std::string_view source) {
  const std::string text = spliced(source);
  constexpr std::array<std::string_view, 8> elsewhere{
      "__FILE__", "__BASE_FILE__", "__FILE_NAME__", "__DATE__",
      "__TIME__", "__TIMESTAMP__", "__has_include", "__has_embed"};
  if (std::any_of(elsewhere.begin(), elsewhere.end(),
                  [&](std::string_view name) { return text.find(name) != std::string::npos; }))
    return false;
  return hasOnlyHarmlessDirectives(text);
}

} // namespace raceward::batch
