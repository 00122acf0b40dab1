// Whether C source text means the same wherever it is compiled.
//
// Preprocessed text (.i) can also include files and use its own name and the time, as clang permits
// it. In doubt the answer is no.
#pragma once

#include <string_view>

namespace raceward::batch {

/// No directives except line markers and pragmas, and no use of a file name or date.
bool isSelfContained(std::string_view source);

} // namespace raceward::batch
