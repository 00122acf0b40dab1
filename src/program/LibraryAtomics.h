// Lowers atomic library calls emitted by clang to instructions. Private to program.
#pragma once

#include <llvm/IR/Module.h>

namespace raceward {

/// Large and unaligned objects are handled by __atomic_load(size, object, result, order) and its
/// family, and some targets use __atomic_load_8(object, order). Engines know only the instructions.
/// A call without a matching LLVM instruction (a size that is not a power of two, an order that is
/// not a constant) stays as it is: an unmodelled function.
void lowerLibraryAtomics(llvm::Module &module);

} // namespace raceward
