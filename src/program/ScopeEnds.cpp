#include "ScopeEnds.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <vector>

namespace raceward {

namespace {

/// A block that only ends lifetimes and then goes on as a variable says.
struct ScopeEnd {
  const llvm::AllocaInst *slot = nullptr; ///< null: another block
  const llvm::LoadInst *load = nullptr;
  const llvm::SwitchInst *choice = nullptr;
};

ScopeEnd scopeEndOf(const llvm::BasicBlock &block) {
  ScopeEnd end;
  end.choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
  if (end.choice == nullptr)
    return {};
  for (const llvm::Instruction &instruction : block) {
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (end.load != nullptr)
        return {};
      end.load = load;
    } else if (&instruction != end.choice && !llvm::isa<llvm::LifetimeIntrinsic>(instruction)) {
      return {};
    }
  }
  if (end.load == nullptr || !end.load->hasOneUse() || end.choice->getCondition() != end.load)
    return {};
  const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(end.load->getPointerOperand());
  if (slot == nullptr || !llvm::isAllocaPromotable(slot))
    return {};
  // A variable of the program may be indeterminate; clang's own always has a value.
  for (const llvm::User *user : slot->users())
    if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(user))
      return {};
  end.slot = slot;
  return end;
}

/// What the block leaves in the variable, if it writes a constant.
const llvm::ConstantInt *writtenAtTheEnd(const llvm::BasicBlock &block,
                                         const llvm::AllocaInst &slot) {
  for (const llvm::Instruction &instruction : llvm::reverse(block))
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      if (store->getPointerOperand() == &slot)
        return llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand());
  return nullptr;
}

struct WayOut {
  llvm::BasicBlock *from;          ///< jumps to the end of a scope
  const llvm::ConstantInt *number; ///< with this in its variable
  const llvm::AllocaInst *slot;
};

/// The block that an unconditional jump leads to.
llvm::BasicBlock *targetOf(const llvm::BasicBlock &block) {
  const auto *jump = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  return jump != nullptr && jump->isUnconditional() ? jump->getSuccessor(0) : nullptr;
}

/// A copy of the end of the scope, without the choice.
llvm::BasicBlock *copyFor(const WayOut &way, llvm::BasicBlock &block, const ScopeEnd &end) {
  auto &choice = llvm::cast<llvm::SwitchInst>(*block.getTerminator());
  llvm::BasicBlock *next = choice.findCaseValue(way.number)->getCaseSuccessor();
  llvm::BasicBlock *copy = llvm::BasicBlock::Create(block.getContext(), block.getName(),
                                                    block.getParent(), block.getNextNode());
  for (const llvm::Instruction &instruction : block)
    if (&instruction != end.load && &instruction != &choice)
      instruction.clone()->insertInto(copy, copy->end());
  llvm::BranchInst *jump = llvm::BranchInst::Create(next, copy);
  jump->setDebugLoc(choice.getDebugLoc());
  for (llvm::PHINode &phi : next->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(&block), copy);
  way.from->getTerminator()->setSuccessor(0, copy);
  return copy;
}

} // namespace

void separateScopeEnds(llvm::Function &function) {
  std::vector<WayOut> ways;
  for (llvm::BasicBlock &block : function)
    if (const llvm::BasicBlock *target = targetOf(block))
      if (const ScopeEnd end = scopeEndOf(*target); end.slot != nullptr)
        if (const llvm::ConstantInt *number = writtenAtTheEnd(block, *end.slot))
          ways.push_back({&block, number, end.slot});
  // Blocks that came from elsewhere may lead to each other without end.
  std::size_t copies = function.size() * 8;
  for (std::size_t i = 0; i < ways.size() && copies > 0; ++i, --copies) {
    const WayOut way = ways[i]; // a copy: `ways` grows
    llvm::BasicBlock *block = targetOf(*way.from);
    const ScopeEnd end = block != nullptr ? scopeEndOf(*block) : ScopeEnd();
    if (end.slot == way.slot)
      ways.push_back({copyFor(way, *block, end), way.number, way.slot});
  }
}

} // namespace raceward
