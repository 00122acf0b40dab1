// Effects of a library function, read off its model in C. Private to program.
#pragma once

#include "raceward/program/Effects.h"

#include <llvm/IR/Function.h>

namespace raceward {

/// The model has its calls of other models inlined (modelsAlone()).
LibraryFunction effectsOf(const llvm::Function &model);

} // namespace raceward
