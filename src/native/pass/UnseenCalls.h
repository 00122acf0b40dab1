// What the hooks do not see: calls of functions that may not be instrumented, inline assembly.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace raceward {

/// Whether the runtime has to look where the call leads to: nothing is known about the function,
/// and only there can be said whether it is an instrumented one.
bool mayLeadToUnseen(const llvm::CallBase &call);

/// False for what neither touches memory nor orders anything: compiler barriers and pauses.
bool mayMatter(const llvm::CallBase &assembly);

/// Puts RW_INSTRUMENTED_MARK before the function.
void markInstrumented(llvm::Function &function);

} // namespace raceward
