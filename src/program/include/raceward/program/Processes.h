// What a program does to processes and threads as a whole, as far as it decides how other parts of
// it are to be understood.
#pragma once

#include <llvm/IR/Module.h>

namespace raceward {

/// Some thread may be cancelled: pthread_cancel() is used.
bool isCancelling(const llvm::Module &module);

/// Some memory may be shared with other processes, so that a child sees what its parent writes.
bool sharesMemory(const llvm::Module &module);

/// Functions of the program may run when the process ends normally: after main, or by atexit().
bool runsCodeAtExit(const llvm::Module &module);

} // namespace raceward
