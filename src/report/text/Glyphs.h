// Text of unknown origin, character by character, as a terminal shows it.
//
// Source files, file names and messages may hold anything: bytes that are no UTF-8,
// escape codes that would drive the reader's terminal, marks that reverse the direction
// of writing and so hide code. All of it goes through here before it is printed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace raceward {

struct Glyph {
  std::string_view text; ///< what to print: the character itself, or a stand-in
  std::size_t bytes = 1; ///< how much of the input it stands for
  unsigned width = 1;    ///< columns on the terminal
};

/// The first character of `text`, which must be valid UTF-8 and not empty.
Glyph firstGlyph(std::string_view text);

/// One line of text that is safe to print: what is no UTF-8 or would not print becomes
/// '?', line breaks and tabs become blanks.
std::string printable(std::string_view text);

/// Columns that printable text takes.
std::size_t displayWidth(std::string_view printableText);

} // namespace raceward
