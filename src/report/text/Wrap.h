// Wraps prose to the width of the terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// `lead` and the words after it; further lines begin with `indent` blanks. A word that is wider
/// than the line gets a line of its own. The text must be printable.
std::vector<std::string> wrapped(std::string_view lead, std::string_view printableWords,
                                 std::size_t indent, std::size_t width);

} // namespace raceward
