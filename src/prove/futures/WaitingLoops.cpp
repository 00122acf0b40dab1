#include "WaitingLoops.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <set>

namespace raceward {

namespace {

/// Whether `value` is `phi` plus or minus a non-zero number.
bool isStepOf(const llvm::Value &value, const llvm::PHINode &phi) {
  const auto *step = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  if (step == nullptr ||
      (step->getOpcode() != llvm::Instruction::Add && step->getOpcode() != llvm::Instruction::Sub))
    return false;
  const auto *by = llvm::dyn_cast<llvm::ConstantInt>(step->getOperand(1));
  return step->getOperand(0) == &phi && by != nullptr && !by->isZero();
}

/// Whether a register has a different value in each iteration.
bool counts(const llvm::Loop &loop) {
  for (const llvm::PHINode &phi : loop.getHeader()->phis()) {
    bool steps = phi.getType()->isIntegerTy() && phi.getType()->getIntegerBitWidth() >= 32;
    for (unsigned i = 0; steps && i < phi.getNumIncomingValues(); ++i)
      steps = !loop.contains(phi.getIncomingBlock(i)) || isStepOf(*phi.getIncomingValue(i), phi);
    if (steps)
      return true;
  }
  return false;
}

/// Whether a cycle has two entries: LoopInfo does not report it.
bool hasOtherCycles(const llvm::Function &function, const llvm::DominatorTree &dominators) {
  std::set<const llvm::BasicBlock *> done;
  for (const llvm::BasicBlock *block :
       llvm::ReversePostOrderTraversal<const llvm::Function *>(&function)) {
    done.insert(block);
    for (const llvm::BasicBlock *next : llvm::successors(block))
      if (done.contains(next) && !dominators.dominates(next, block))
        return true;
  }
  return false;
}

} // namespace

std::vector<bool> insideWaitingLoops(const Function &function) {
  std::vector<bool> inside(function.code.instructions.size(), false);
  if (!function.hasBody)
    return inside;
  llvm::DominatorTree dominators(const_cast<llvm::Function &>(*function.origin));
  const llvm::LoopInfo loops(dominators);
  if (hasOtherCycles(*function.origin, dominators)) {
    inside.assign(inside.size(), true);
    return inside;
  }
  std::set<const llvm::BasicBlock *> waiting;
  for (const llvm::Loop *loop : loops.getLoopsInPreorder())
    if (!counts(*loop))
      waiting.insert(loop->block_begin(), loop->block_end());
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const llvm::Instruction *origin = function.code.instructions[i].origin;
    inside[i] = origin == nullptr || waiting.contains(origin->getParent());
  }
  return inside;
}

} // namespace raceward
