// Names accesses in C syntax. Private to program.
//
// Names are computed while local variables are still in memory under their own names. They are kept
// as metadata on the instructions, and thereby survive the promotion to registers and, in bitcode,
// our own rewriting.
#pragma once

#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

#include <string>

namespace raceward {

/// Read by attachedName() in Program.h.
void attachAccessNames(llvm::Module &module);

} // namespace raceward
