// Inline functions with several definitions, any of which may be called. Private to program.
#pragma once

#include "closed/Marks.h"

#include <llvm/IR/Module.h>

namespace raceward {

/// The attribute of functions that have a different body in another file.
void markDifferentInlines(llvm::Module &program, llvm::Module &added);

} // namespace raceward
