// A unified diff of texts.
#pragma once

#include <string>
#include <string_view>

namespace raceward {

/// Of one file: from "a/name" to "b/name"; empty if nothing changes. A file that is new has no old
/// text. The new text has lines changed or added, and none removed.
std::string unifiedDiff(const std::string &name, std::string_view before, std::string_view after,
                        bool isNew = false);

} // namespace raceward
