// Does C source text mean the same wherever it is compiled?
//
// Also preprocessed text (.i) can include files and ask for its own name and the time: clang
// obeys. Where in doubt the answer is no.
#pragma once

#include <string_view>

namespace raceward::batch {

/// No directives but marks of lines and pragmas, and nothing that stands for a name or a date.
bool isSelfContained(std::string_view source);

} // namespace raceward::batch
