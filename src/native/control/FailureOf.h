// The failure of a run, if there is one. Private to native.
#pragma once

#include "raceward/native/NativeMachine.h"

#include <optional>
#include <vector>

namespace raceward {

std::optional<NativeFailure> failureOf(const Execution &run, const ProgramServer &program);

/// The runtime's description of a divergence, with places instead of site numbers, and names
/// instead of kinds.
std::string readableWords(const std::string &words, const ProgramServer &program);

/// Failures at one place are merged.
void addFailure(const NativeFailure &failure, std::vector<NativeFailure> &to);

} // namespace raceward
