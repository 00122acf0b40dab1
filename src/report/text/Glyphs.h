// Untrusted text, character by character, as a terminal shows it.
//
// Source files, file names and messages may contain anything: invalid UTF-8, escape codes that
// would control the reader's terminal, marks that reverse the direction of writing and so hide
// code. All of it is filtered here before it is printed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace raceward {

struct Glyph {
  std::string_view text; ///< the character itself, or a replacement
  std::size_t bytes = 1; ///< length in the input
  unsigned width = 1;    ///< columns on the terminal
};

/// The first character of `text`, which must be valid UTF-8 and not empty.
Glyph firstGlyph(std::string_view text);

/// One line of text that is safe to print: invalid UTF-8 and unprintable characters become '?',
/// line breaks and tabs become blanks.
std::string printable(std::string_view text);

/// Columns that printable text takes.
std::size_t displayWidth(std::string_view printableText);

} // namespace raceward
