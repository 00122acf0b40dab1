#include "Wrap.h"

#include "Glyphs.h"

#include "raceward/base/Text.h"

namespace raceward {

std::vector<std::string> wrapped(std::string_view lead, std::string_view printableWords,
                                 std::size_t indent, std::size_t width) {
  std::vector<std::string> lines{std::string(lead)};
  std::size_t column = displayWidth(lead);
  bool lineStart = true;
  for (const std::string_view word : split(printableWords, ' ')) {
    const std::size_t wide = displayWidth(word);
    if (!lineStart && column + 1 + wide > width) {
      lines.emplace_back(indent, ' ');
      column = indent;
      lineStart = true;
    }
    if (!lineStart) {
      lines.back() += ' ';
      ++column;
    }
    lines.back() += word;
    column += wide;
    lineStart = false;
  }
  return lines;
}

} // namespace raceward
