// What an access touches, as C would write it. Private to program.
//
// Names are found while local variables are still in memory under their own names, and
// are kept as metadata on the instructions, so that they survive the promotion to
// registers and, in bitcode, our own rewriting.
#pragma once

#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

#include <string>

namespace raceward {

/// attachedName() in Program.h reads them.
void attachAccessNames(llvm::Module &module);

} // namespace raceward
