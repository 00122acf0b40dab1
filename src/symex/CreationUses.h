// CreationUses: whether a program continues without a thread that cannot be created.
//
// A creation may fail at any time. Where the program ignores the result, or ends at once on
// failure, nothing new can happen, and executions in which it fails are not followed.
#pragma once

#include "raceward/symex/State.h"

#include <llvm/IR/Instruction.h>

#include <string_view>

namespace raceward {

/// Name of the input that decides it.
inline constexpr std::string_view kCreationFails = "the creation of a thread fails";

[[nodiscard]] bool isFailureFollowed(const llvm::Instruction &creation);

// Many programs only report that there is no thread, and join it nevertheless. That is undefined,
// and not the subject of the check: the thread that does so stops.
void noteFailedCreation(State &state);
[[nodiscard]] bool hasFailedCreation(const State &state);

} // namespace raceward
