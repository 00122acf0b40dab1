// CreationUses: whether a program that cannot create a thread goes on without it.
//
// A creation may fail at any time. Where the program does not look at the result, or ends at once
// if there is no thread, nothing new can happen, and executions in which it fails are not followed.
#pragma once

#include "raceward/symex/State.h"

#include <llvm/IR/Instruction.h>

#include <string_view>

namespace raceward {

/// What the input is called that says so.
inline constexpr std::string_view kCreationFails = "the creation of a thread fails";

[[nodiscard]] bool isFailureFollowed(const llvm::Instruction &creation);

// Many programs only say that there is no thread, and join it nevertheless. That is undefined, and
// not what they are checked for: the thread that does so goes no further.
void noteFailedCreation(State &state);
[[nodiscard]] bool hasFailedCreation(const State &state);

} // namespace raceward
