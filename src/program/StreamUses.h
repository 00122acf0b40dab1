// Streams that a program sees more of. Private to program.
//
// Functions of stdio lock a stream while they use it, so that what they do to it is left out of
// their description. It matters in programs that lock streams themselves, use them without a lock,
// or give them memory or functions: there each use of a stream is a call of raceward_uses_stream()
// (share/raceward/models/libc/stdio_state.c) before the call that uses it.
#pragma once

#include <llvm/IR/Module.h>

namespace raceward {

/// Only the models in C define these functions: to be called before those are added.
void showStreamUses(llvm::Module &module);

} // namespace raceward
