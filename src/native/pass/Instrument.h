// One translation unit: hooks before what other threads may see, frames, the table of sites and
// the bitcode as it was before.
#pragma once

#include <llvm/IR/Module.h>

namespace raceward {

/// False if nothing was changed.
bool instrument(llvm::Module &module);

} // namespace raceward
