// Functions that several files define, of which either may be called. Private to program.
#pragma once

#include "closed/Marks.h"

#include <llvm/IR/Module.h>

namespace raceward {

/// C99 6.7.4: where one file has an inline definition of a function and another one a definition
/// of the same name, it is open which of them a call calls. Linking keeps one. Marks those whose
/// bodies differ; in headers they are the same.
void markDifferentInlines(llvm::Module &program, llvm::Module &added);

} // namespace raceward
