#include "ScopeEnds.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace raceward {

namespace {

/// A block that only ends lifetimes and then goes on as a variable says.
struct Decision {
  const llvm::AllocaInst *slot = nullptr; ///< null: another block
  const llvm::LoadInst *load = nullptr;
  /// With a constant, or a truth value made of it; null: a switch on the value.
  const llvm::Instruction *compare = nullptr;
};

constexpr unsigned kFarthestBefore = 8; ///< blocks that are looked back

/// Whether promotion makes a register of it.
bool isPromoted(const llvm::AllocaInst &slot) {
  return llvm::isAllocaPromotable(&slot) && slot.getAllocatedType()->isIntegerTy();
}

Decision decisionOf(const llvm::BasicBlock &block) {
  Decision found;
  for (const llvm::Instruction &instruction : block) {
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (found.load != nullptr)
        return {};
      found.load = load;
    } else if (llvm::isa<llvm::ICmpInst>(instruction) ||
               (llvm::isa<llvm::TruncInst>(instruction) && instruction.getType()->isIntegerTy(1))) {
      if (found.compare != nullptr || instruction.getOperand(0) != found.load ||
          (llvm::isa<llvm::ICmpInst>(instruction) &&
           !llvm::isa<llvm::ConstantInt>(instruction.getOperand(1))))
        return {};
      found.compare = &instruction;
    } else if (const auto *lifetime = llvm::dyn_cast<llvm::LifetimeIntrinsic>(&instruction)) {
      if (lifetime->getIntrinsicID() == llvm::Intrinsic::lifetime_start)
        return {};
    } else if (!instruction.isTerminator() && !llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) {
      return {};
    }
  }
  if (found.load == nullptr || !found.load->hasOneUse() ||
      (found.compare != nullptr && !found.compare->hasOneUse()))
    return {};
  const llvm::Instruction &end = *block.getTerminator();
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&end);
  const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&end);
  const bool decides =
      found.compare != nullptr
          ? branch != nullptr && branch->isConditional() && branch->getCondition() == found.compare
          : choice != nullptr && choice->getCondition() == found.load;
  const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(found.load->getPointerOperand());
  if (!decides || slot == nullptr || !isPromoted(*slot) ||
      found.load->getType() != slot->getAllocatedType())
    return {};
  found.slot = slot;
  return found;
}

/// What is known of the variable on a way.
struct Known {
  const llvm::ConstantInt *number = nullptr;
  bool isEqual = true; ///< it is the number; otherwise it is another one
};

/// Where the decision leads, if that is known.
std::optional<unsigned> successorFor(const Decision &decision, const llvm::BasicBlock &block,
                                     const Known &known) {
  if (const auto *compare = llvm::dyn_cast_or_null<llvm::ICmpInst>(decision.compare)) {
    const auto &with = llvm::cast<llvm::ConstantInt>(*compare->getOperand(1));
    if (known.isEqual)
      return llvm::ICmpInst::compare(known.number->getValue(), with.getValue(),
                                     compare->getPredicate())
                 ? 0
                 : 1;
    if (!compare->isEquality() || with.getValue() != known.number->getValue())
      return std::nullopt;
    return compare->getPredicate() == llvm::ICmpInst::ICMP_NE ? 0 : 1;
  }
  if (!known.isEqual)
    return std::nullopt;
  if (decision.compare != nullptr)
    return known.number->getValue()[0] ? 0 : 1;
  const auto &choice = llvm::cast<llvm::SwitchInst>(*block.getTerminator());
  return choice.findCaseValue(known.number)->getSuccessorIndex();
}

/// Whether the instruction writes the variable, or begins or ends its life.
bool changes(const llvm::Instruction &instruction, const llvm::AllocaInst &slot) {
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->getPointerOperand() == &slot;
  const auto *lifetime = llvm::dyn_cast<llvm::LifetimeIntrinsic>(&instruction);
  return lifetime != nullptr && lifetime->getArgOperand(1)->stripPointerCasts() == &slot;
}

/// What the block leaves in the variable, if it writes it: the value, or null. Nothing: it does
/// not.
std::optional<const llvm::Value *> writtenIn(const llvm::BasicBlock &block,
                                             const llvm::AllocaInst &slot) {
  for (const llvm::Instruction &instruction : llvm::reverse(block))
    if (changes(instruction, slot)) {
      const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      return store != nullptr && store->getValueOperand()->getType() == slot.getAllocatedType()
                 ? store->getValueOperand()
                 : nullptr;
    }
  return std::nullopt;
}

/// Whether the variable is read there, in the block, and not written after that.
bool isReadAfter(const llvm::BasicBlock &block, const llvm::LoadInst &read,
                 const llvm::AllocaInst &slot) {
  if (read.getParent() != &block || read.getPointerOperand() != &slot)
    return false;
  for (const llvm::Instruction *at = &read; at != nullptr; at = at->getNextNode())
    if (changes(*at, slot))
      return false;
  return true;
}

/// What the condition says that the block ends with. `written`: what is in the variable then.
Known knownByCompare(const llvm::BasicBlock &block, unsigned successor,
                     const llvm::AllocaInst &slot, std::optional<const llvm::Value *> written) {
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  const auto *compare = branch != nullptr && branch->isConditional()
                            ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
                            : nullptr;
  if (compare == nullptr || !compare->isEquality() ||
      branch->getSuccessor(0) == branch->getSuccessor(1))
    return {};
  const auto *number = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
  const llvm::Value *compared = compare->getOperand(0);
  // What was written last, or read and not written since.
  const auto *read = llvm::dyn_cast<llvm::LoadInst>(compared);
  const bool isLast =
      written
          ? *written == compared || (read != nullptr && isReadAfter(block, *read, slot))
          : read != nullptr && read->getPointerOperand() == &slot && read->getParent() == &block;
  if (number == nullptr || !isLast || compared->getType() != slot.getAllocatedType())
    return {};
  return {number, (compare->getPredicate() == llvm::ICmpInst::ICMP_EQ) == (successor == 0)};
}

/// What is known of the variable where the block is left by that way. It may have been written, or
/// compared, in a block before, if there is one way from there.
Known knownAfter(const llvm::BasicBlock &block, unsigned successor, const llvm::AllocaInst &slot,
                 unsigned depth = 0) {
  const std::optional<const llvm::Value *> written = writtenIn(block, slot);
  if (written && *written != nullptr)
    if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(*written))
      return {number, true};
  if (const Known compared = knownByCompare(block, successor, slot, written);
      compared.number != nullptr)
    return compared;
  const llvm::BasicBlock *before = block.getSinglePredecessor();
  if (written || before == nullptr || before == &block || depth == kFarthestBefore ||
      !llvm::isa<llvm::BranchInst>(before->getTerminator()))
    return {};
  const unsigned index = before->getTerminator()->getSuccessor(0) == &block ? 0 : 1;
  return knownAfter(*before, index, slot, depth + 1);
}

struct Way {
  llvm::BasicBlock *from; ///< leads to a decision
  unsigned successor;
  const llvm::AllocaInst *slot;
  Known known;
};

/// A copy of the block, without the decision.
llvm::BasicBlock *copyFor(const Way &way, llvm::BasicBlock &block, const Decision &decision,
                          unsigned successor) {
  llvm::Instruction &choice = *block.getTerminator();
  llvm::BasicBlock *next = choice.getSuccessor(successor);
  llvm::BasicBlock *copy = llvm::BasicBlock::Create(block.getContext(), block.getName(),
                                                    block.getParent(), block.getNextNode());
  for (const llvm::Instruction &instruction : block)
    if (&instruction != decision.load && &instruction != decision.compare &&
        &instruction != &choice)
      instruction.clone()->insertInto(copy, copy->end());
  llvm::BranchInst *jump = llvm::BranchInst::Create(next, copy);
  jump->setDebugLoc(choice.getDebugLoc());
  for (llvm::PHINode &phi : next->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(&block), copy);
  way.from->getTerminator()->setSuccessor(way.successor, copy);
  return copy;
}

} // namespace

namespace {

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock *, 8>;

Blocks loopHeads(const llvm::Function &function) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>> backEdges;
  llvm::FindFunctionBackedges(function, backEdges);
  Blocks heads;
  for (const auto &[from, to] : backEdges)
    heads.insert(to);
  return heads;
}

/// The condition of a block that does nothing but decide by which way it was entered.
llvm::PHINode *conditionOf(llvm::BasicBlock &block) {
  auto *phi = llvm::dyn_cast<llvm::PHINode>(&block.front());
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (phi == nullptr || branch == nullptr || !branch->isConditional() ||
      branch->getCondition() != phi || !phi->hasOneUse() ||
      branch->getSuccessor(0) == branch->getSuccessor(1))
    return nullptr;
  for (const llvm::Instruction &instruction : block)
    if (&instruction != phi && &instruction != branch &&
        !llvm::isa<llvm::DbgInfoIntrinsic>(instruction))
      return nullptr;
  return phi;
}

/// One way into the block goes on by itself. False if it cannot.
bool passBy(llvm::BasicBlock &block, llvm::PHINode &condition, unsigned way) {
  const auto *known = llvm::dyn_cast<llvm::ConstantInt>(condition.getIncomingValue(way));
  llvm::BasicBlock *from = condition.getIncomingBlock(way);
  if (known == nullptr || !llvm::isa<llvm::BranchInst>(from->getTerminator()))
    return false;
  llvm::BasicBlock *next = block.getTerminator()->getSuccessor(known->isOne() ? 0 : 1);
  const auto edges = llvm::count(llvm::successors(from), &block);
  if (edges != 1 || next == &block ||
      (llvm::is_contained(llvm::successors(from), next) && !next->phis().empty()))
    return false;
  for (llvm::PHINode &phi : next->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(&block), from);
  from->getTerminator()->replaceSuccessorWith(&block, next);
  condition.removeIncomingValue(way, /*DeletePHIIfEmpty=*/false);
  return true;
}

} // namespace

void separateConditions(llvm::Function &function) {
  const Blocks heads = loopHeads(function);
  for (llvm::BasicBlock &block : function) {
    llvm::PHINode *condition = heads.contains(&block) ? nullptr : conditionOf(block);
    if (condition == nullptr)
      continue;
    for (unsigned way = condition->getNumIncomingValues(); way-- > 0;)
      passBy(block, *condition, way);
    if (condition->getNumIncomingValues() > 1)
      continue;
    // No way is left: the block is unreachable.
    condition->replaceAllUsesWith(condition->getNumIncomingValues() == 1
                                      ? condition->getIncomingValue(0)
                                      : llvm::ConstantInt::getFalse(function.getContext()));
    condition->eraseFromParent();
  }
}

void separateScopeEnds(llvm::Function &function) {
  // A way into a loop that passed its head by would leave a loop without one.
  const Blocks heads = loopHeads(function);
  std::vector<Way> ways;
  for (llvm::BasicBlock &block : function) {
    const llvm::Instruction &end = *block.getTerminator();
    if (!llvm::isa<llvm::BranchInst>(end))
      continue;
    for (unsigned i = 0; i < end.getNumSuccessors(); ++i)
      if (const Decision decision = decisionOf(*end.getSuccessor(i));
          decision.slot != nullptr && !heads.contains(end.getSuccessor(i)))
        if (const Known known = knownAfter(block, i, *decision.slot); known.number != nullptr)
          ways.push_back({&block, i, decision.slot, known});
  }
  // Blocks that came from elsewhere may lead to each other without end.
  std::size_t copies = function.size() * 8;
  for (std::size_t i = 0; i < ways.size() && copies > 0; ++i, --copies) {
    const Way way = ways[i]; // a copy: `ways` grows
    llvm::BasicBlock *block = way.from->getTerminator()->getSuccessor(way.successor);
    const Decision decision = decisionOf(*block);
    if (decision.slot != way.slot || heads.contains(block))
      continue;
    if (const std::optional<unsigned> successor = successorFor(decision, *block, way.known)) {
      llvm::BasicBlock *copy = copyFor(way, *block, decision, *successor);
      ways.push_back({copy, 0, way.slot, way.known});
    }
  }
}

} // namespace raceward
