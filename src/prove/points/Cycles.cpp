#include "Cycles.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instruction.h>

#include <vector>

namespace raceward {

bool isOutsideOfLoops(const llvm::Instruction &instruction) {
  // Can the block reach itself?
  const llvm::BasicBlock *start = instruction.getParent();
  llvm::DenseSet<const llvm::BasicBlock *> seen;
  std::vector<const llvm::BasicBlock *> open(llvm::succ_begin(start), llvm::succ_end(start));
  while (!open.empty()) {
    const llvm::BasicBlock *block = open.back();
    open.pop_back();
    if (block == start)
      return false;
    if (seen.insert(block).second)
      open.insert(open.end(), llvm::succ_begin(block), llvm::succ_end(block));
  }
  return true;
}

} // namespace raceward
