// PrivateMemory: memory whose address is known to only one frame of one function. Private to prove.
#pragma once

#include "raceward/program/Program.h"

namespace raceward {

/// True if `root` is a local variable or newly allocated memory such that every pointer to it is
/// computed from `root` in this function, and none escapes: only this frame, and so only one
/// thread, can touch it. A call that creates a thread may write a handle into it.
bool isPrivateMemory(const Program &program, const llvm::Value &root);

} // namespace raceward
