// CELE text in the standard layout.
#pragma once

#include <string>
#include <string_view>

namespace raceward::cele {

/// Changes only blanks and line ends, so that the program and its comments stay the same; formatted
/// text does not change. `text` must be one that parse() accepts.
std::string format(std::string_view text);

} // namespace raceward::cele
