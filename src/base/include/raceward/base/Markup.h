// Text inside of XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace raceward {

/// With the five characters escaped that mean something to markup: safe as content and inside of a
/// quoted attribute. All others stay as they are.
std::string escapedMarkup(std::string_view text);

} // namespace raceward
