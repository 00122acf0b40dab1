// Normalises a module to the form that all engines expect. Private to program.
//
// The order of the steps matters. Reserved names of untrusted IR go first. Inline assembly,
// start-up code, ifuncs, memory functions, library atomics and library state are then rewritten to
// constructs that engines know. Names are attached next, while local variables are still in memory
// under their own names; pointers that clang moves as integers get their type back; and last,
// locals whose address does not escape become registers.
//
// Invariant: no reachable access to memory that another thread could see is merged, moved or
// removed, and the only new ones stand for library state. Few LLVM passes are used for that reason.
#pragma once

#include "closed/Marks.h"

#include <llvm/IR/Module.h>

namespace raceward {

/// Applies all steps above, in place. The machine's own library needs no models.
void normalise(llvm::Module &module, bool isLibrary = false);

} // namespace raceward
