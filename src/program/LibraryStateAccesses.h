// Internal state of C library functions, made visible as memory of the program. Private to program.
#pragma once

#include <llvm/IR/Module.h>

namespace raceward {

/// Each call of a function that shares unlocked state with others gets an access to a variable that
/// stands for the state, so that every engine finds races on it.
void showLibraryState(llvm::Module &module);

} // namespace raceward
