// Paths and cycles of a function's control flow. Private to prove.
#pragma once

#include <initializer_list>
#include <vector>

namespace llvm {
class BasicBlock;
class Instruction;
} // namespace llvm

namespace raceward {

/// Whether the block is one of these, or follows one of them on a path without the others.
bool isReachable(std::vector<const llvm::BasicBlock *> from, const llvm::BasicBlock &to,
                 std::initializer_list<const llvm::BasicBlock *> without = {});
/// The blocks that may be executed next.
std::vector<const llvm::BasicBlock *> blocksAfter(const llvm::BasicBlock &block);

/// Whether the instruction's block lies on no cycle of its function's control flow.
bool isOutsideOfLoops(const llvm::Instruction &instruction);

} // namespace raceward
