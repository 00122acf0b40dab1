// State that POSIX allows functions to share, whatever glibc does. Private to program.
//
// POSIX does not require some functions to be thread-safe that are so in glibc: rand(), strerror(),
// basename() and others. Models in C say which states they may share: raceward_posix_rand() says it
// for rand() (share/raceward/models/libc/posix.c).
#pragma once

#include <llvm/IR/Module.h>

namespace raceward {

/// Calls those models before each call of such a function, also through a pointer. What is added is
/// ordinary code, so that other processes that get the program need not know of it.
void showPosixStates(llvm::Module &module);

} // namespace raceward
