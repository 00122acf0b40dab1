// Instruments one translation unit: hooks before operations that other threads may see, frames, the
// table of sites and the bitcode from before.
#pragma once

#include <llvm/IR/Module.h>

namespace raceward {

/// False if nothing was changed.
bool instrument(llvm::Module &module);

} // namespace raceward
