// Functions that depend on the locale of the process. Private to program.
//
// setlocale() changes it while others read it: neither locks it, so that glibc calls setlocale()
// unsafe. In a program that calls it, each call of a function that depends on the locale comes
// after one of raceward_uses_locale() (share/raceward/models/libc/locale.c).
#pragma once

#include <llvm/IR/Module.h>

namespace raceward {

/// Only the models in C define the function: to be called before those are added.
void showLocaleUses(llvm::Module &module);

} // namespace raceward
