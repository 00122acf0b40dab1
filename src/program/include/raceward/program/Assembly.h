// Effects of inline assembly.
#pragma once

#include <llvm/IR/InstrTypes.h>

namespace raceward {

/// False only for assembly that certainly touches no memory: compiler barriers (an empty text),
/// fences and pauses.
bool assemblyMayTouchMemory(const llvm::CallBase &call);

} // namespace raceward
