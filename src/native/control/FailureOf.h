// What is wrong with a run, if something is. Private to native.
#pragma once

#include "raceward/native/NativeMachine.h"

#include <optional>
#include <vector>

namespace raceward {

std::optional<NativeFailure> failureOf(const Execution &run, const ProgramServer &program);

/// What the runtime says of a divergence, with places instead of numbers of sites, and names
/// instead of kinds.
std::string readableWords(const std::string &words, const ProgramServer &program);

/// Failures at one place are one.
void addFailure(const NativeFailure &failure, std::vector<NativeFailure> &to);

} // namespace raceward
