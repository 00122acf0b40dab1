// Blocks in order, cycles, and code that runs once.
#include "Shapes.h"
#include "points/Cycles.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace raceward {

FlowShape &Shapes::shapeOf(const Function &function) {
  std::optional<FlowShape> &known = shapes_[function.id.index()];
  if (known)
    return *known;
  FlowShape shape;
  llvm::ReversePostOrderTraversal<const llvm::Function *> order(function.origin);
  for (const llvm::BasicBlock *block : order) {
    shape.numberOf[block] = static_cast<unsigned>(shape.blocks.size());
    shape.blocks.push_back(block);
    shape.onCycle.push_back(!isOutsideOfLoops(block->front()));
  }
  for (unsigned i = 0; i < shape.blocks.size(); ++i) {
    const auto predecessors = llvm::predecessors(shape.blocks[i]);
    shape.isLoopHead.push_back(
        std::any_of(predecessors.begin(), predecessors.end(), [&](const llvm::BasicBlock *block) {
          const auto at = shape.numberOf.find(block);
          return at != shape.numberOf.end() && at->second >= i;
        }));
  }
  shape.firstInstruction.assign(shape.blocks.size(), UINT32_MAX);
  const std::vector<Instruction> &code = function.code.instructions;
  for (std::uint32_t i = 0; i < code.size(); ++i) {
    const auto at = shape.numberOf.find(code[i].origin->getParent());
    if (at != shape.numberOf.end() && shape.firstInstruction[at->second] == UINT32_MAX)
      shape.firstInstruction[at->second] = i;
  }
  known = std::move(shape);
  return *known;
}

/// Whether no run executes it twice.
bool Shapes::runsOnce(const llvm::Instruction &instruction) {
  const Function *function = facts_.program.functionOf(instruction.getFunction());
  if (!function || !facts_.threads.isReachable(function->id))
    return false;
  const FlowShape &shape = shapeOf(*function);
  const auto at = shape.numberOf.find(instruction.getParent());
  return at != shape.numberOf.end() && isOncePerRun(*function, *instruction.getParent());
}

/// Whether the block is executed at most once in any run.
bool Shapes::isOncePerRun(const Function &function, const llvm::BasicBlock &block) {
  FlowShape &shape = shapeOf(function);
  const auto at = shape.numberOf.find(&block);
  if (at == shape.numberOf.end() || shape.onCycle[at->second] ||
      shape.firstInstruction[at->second] == UINT32_MAX)
    return false;
  // The same for all blocks that lie on no cycle.
  if (!shape.runsOnce)
    shape.runsOnce = facts_.threads.runsOnce({function.id, shape.firstInstruction[at->second]});
  return *shape.runsOnce;
}

} // namespace raceward
