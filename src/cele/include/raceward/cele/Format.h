// CELE text in its usual layout.
#pragma once

#include <string>
#include <string_view>

namespace raceward::cele {

/// Changes blanks and ends of lines alone, so that the program and its comments stay what they
/// are; what is formatted already stays the same. `text` must be one that parse() accepts.
std::string format(std::string_view text);

} // namespace raceward::cele
