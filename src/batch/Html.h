// Escapes text for HTML.
#pragma once

#include <string>
#include <string_view>

namespace raceward::batch {

/// Safe as content and inside a quoted attribute; control characters become '?'.
std::string escapedHtml(std::string_view text);

} // namespace raceward::batch
