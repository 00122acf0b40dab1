// Cycles of a function's control flow. Private to prove.
#pragma once

namespace llvm {
class Instruction;
} // namespace llvm

namespace raceward {

/// Whether the instruction's block lies on no cycle of its function's control flow.
bool isOutsideOfLoops(const llvm::Instruction &instruction);

} // namespace raceward
