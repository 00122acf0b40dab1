// Inline assembly that is left after it was rewritten (docs/develop/inline-assembly.md).
#pragma once

#include "raceward/model/Access.h"
#include "raceward/model/Gap.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instruction.h>

#include <optional>

namespace raceward {

/// False only for assembly that certainly touches registers alone: its results are any values.
bool assemblyMayTouchMemory(const llvm::CallBase &call);

/// What is missing, with the text and the reason.
Gap assemblyGap(const llvm::CallBase &call);

/// An access or a fence that comes from assembly, and of which it is not certain how much it
/// orders: the most that it may. The instruction itself has the least.
std::optional<MemoryOrder> strictOrderOf(const llvm::Instruction &access);

/// A fence that comes from assembly: it adds to what other operations order.
bool isFenceOfAssembly(const llvm::Instruction &fence);

} // namespace raceward
