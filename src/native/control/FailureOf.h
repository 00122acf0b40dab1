// What is wrong with a run, if something is. Private to native.
#pragma once

#include "raceward/native/NativeMachine.h"

#include <optional>
#include <vector>

namespace raceward {

std::optional<NativeFailure> failureOf(const Execution &run, const ProgramServer &program);

/// Failures at one place are one.
void addFailure(const NativeFailure &failure, std::vector<NativeFailure> &to);

} // namespace raceward
