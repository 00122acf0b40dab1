#include "Cycles.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instruction.h>

#include <vector>

namespace raceward {

std::vector<const llvm::BasicBlock *> blocksAfter(const llvm::BasicBlock &block) {
  return {llvm::succ_begin(&block), llvm::succ_end(&block)};
}

bool isReachable(std::vector<const llvm::BasicBlock *> from, const llvm::BasicBlock &to,
                 std::initializer_list<const llvm::BasicBlock *> without) {
  llvm::DenseSet<const llvm::BasicBlock *> seen(without);
  while (!from.empty()) {
    const llvm::BasicBlock *block = from.back();
    from.pop_back();
    if (!seen.insert(block).second)
      continue;
    if (block == &to)
      return true;
    from.insert(from.end(), llvm::succ_begin(block), llvm::succ_end(block));
  }
  return false;
}

bool isOutsideOfLoops(const llvm::Instruction &instruction) {
  const llvm::BasicBlock &block = *instruction.getParent();
  return !isReachable(blocksAfter(block), block);
}

} // namespace raceward
