// Jumps to where setjmp() was called.
#pragma once

#include "../LibraryModel.h"

namespace raceward::models {

/// setjmp() returns again, with this value, which is not zero.
bool jumpTo(LibraryCall &call, std::uint64_t buffer, const Value &value);

} // namespace raceward::models
