// Which functions without instrumentation are known all the same: what they touch is in the table
// of effects, or is done by the runtime, or is nothing that other threads see.
#pragma once

#include <string_view>

namespace raceward {

/// `name` as the linker has it. The pass asks for direct calls, the controller for others.
bool isSeenCall(std::string_view name);

} // namespace raceward
