// Functions without instrumentation whose effects are known: they are in the table of effects, or
// implemented by the runtime, or invisible to other threads.
#pragma once

#include <string_view>

namespace raceward {

/// `name` is the linker's. The pass asks for direct calls, the controller for others.
bool isSeenCall(std::string_view name);

} // namespace raceward
