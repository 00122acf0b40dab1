// Rewrites inline assembly to LLVM IR of the same meaning. Private to program and to the pass for
// clang.
#pragma once

#include "assembly/Translation.h"

#include <llvm/IR/Module.h>

namespace raceward::assembly {

/// Replaces the assembly that is understood. What is left is marked: harmless, or unknown with the
/// reason (Marks.h). Barriers of the compiler and instructions that do nothing are left out for
/// engines; code for a processor keeps them.
void lowerAssembly(llvm::Module &module, Purpose purpose, AnyValues any);

} // namespace raceward::assembly
