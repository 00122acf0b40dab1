// What the hooks do not see: calls of functions without instrumentation, inline assembly.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace raceward {

/// Whether the runtime has to check the target of the call: nothing is known about the function,
/// and only at run time is it known whether it is instrumented.
bool mayLeadToUnseen(const llvm::CallBase &call);

/// False for assembly that neither accesses memory nor orders anything: compiler barriers, pauses.
bool mayMatter(const llvm::CallBase &assembly);

/// Puts RW_INSTRUMENTED_MARK before the function.
void markInstrumented(llvm::Function &function);

} // namespace raceward
