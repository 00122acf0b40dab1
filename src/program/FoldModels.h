// Computes what the arguments of a call decide in a model. Private to program.
#pragma once

#include <llvm/IR/Function.h>

namespace raceward {

/// Folds instructions of models that were inlined into the function: what constants decide is
/// decided, and what is then not reached is removed. Instructions of the program stay as they are,
/// unless they are not reached.
void foldModels(llvm::Function &function);

} // namespace raceward
