// Atomic operations that clang leaves to the library become instructions. Private to
// program.
#pragma once

#include <llvm/IR/Module.h>

namespace raceward {

/// Large and unaligned objects are handled by __atomic_load(size, object, result, order)
/// and its family, and some targets use __atomic_load_8(object, order). Engines know the
/// instructions only. A call that LLVM has no instruction for (a size that is no power
/// of two, an order that is no constant) stays as it is: a function without a model.
void lowerLibraryAtomics(llvm::Module &module);

} // namespace raceward
