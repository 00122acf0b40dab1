// Inline functions with several definitions, any of which may be called. Private to program.
#pragma once

#include "closed/Marks.h"

#include <llvm/IR/Module.h>

namespace raceward {

/// C99 6.7.4: where one file has an inline definition of a function and another file a definition
/// of the same name, it is unspecified which of them a call uses. Linking keeps one. Marks those
/// whose bodies differ; definitions in headers are equal.
void markDifferentInlines(llvm::Module &program, llvm::Module &added);

} // namespace raceward
