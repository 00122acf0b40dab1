#include "AtomicSteps.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace raceward {

namespace {

/// `pointer` plus or minus one element: a form that hand-written loops do not have.
bool isStepOf(const llvm::Value *next, const llvm::Value *pointer) {
  const auto *element = llvm::dyn_cast<llvm::GetElementPtrInst>(next);
  return element != nullptr && element->getPointerOperand() == pointer &&
         element->getNumIndices() == 1 && llvm::isa<llvm::ConstantInt>(element->getOperand(1));
}

/// The value read before the first attempt, if the loop of this exchange is such an operator.
llvm::LoadInst *firstReadOf(const llvm::AtomicCmpXchgInst &exchange) {
  auto *seen = llvm::dyn_cast<llvm::PHINode>(exchange.getCompareOperand());
  if (seen == nullptr || seen->getParent() != exchange.getParent() ||
      seen->getNumIncomingValues() != 2 || !seen->getType()->isPointerTy() ||
      !isStepOf(exchange.getNewValOperand(), seen))
    return nullptr;
  const int again = seen->getBasicBlockIndex(exchange.getParent());
  if (again < 0)
    return nullptr;
  const auto *now =
      llvm::dyn_cast<llvm::ExtractValueInst>(seen->getIncomingValue(static_cast<unsigned>(again)));
  if (now == nullptr || now->getAggregateOperand() != &exchange)
    return nullptr;
  auto *old =
      llvm::dyn_cast<llvm::LoadInst>(seen->getIncomingValue(1 - static_cast<unsigned>(again)));
  const bool isRead = old != nullptr && old->isAtomic() &&
                      old->getPointerOperand() == exchange.getPointerOperand() &&
                      old->getNextNode() == old->getParent()->getTerminator() &&
                      old->getParent()->getSingleSuccessor() == exchange.getParent();
  return isRead ? old : nullptr;
}

} // namespace

void repairAtomicSteps(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &instruction : block) {
        auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
        llvm::LoadInst *old = exchange == nullptr ? nullptr : firstReadOf(*exchange);
        if (old == nullptr)
          continue;
        // All uses come after the loop, where the last attempt has succeeded.
        auto *seen = llvm::cast<llvm::PHINode>(exchange->getCompareOperand());
        old->replaceUsesWithIf(seen, [&](const llvm::Use &use) { return use.getUser() != seen; });
      }
}

} // namespace raceward
