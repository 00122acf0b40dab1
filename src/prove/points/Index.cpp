#include "Index.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/KnownBits.h>

#include <algorithm>

namespace raceward::points {

namespace {

/// Ranges beyond this are treated as unknown.
constexpr std::int64_t kGreatestIndex = std::int64_t{1} << 31;

std::optional<std::int64_t> smallConstant(const llvm::Value &value) {
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&value);
  if (!constant || !constant->getValue().isSignedIntN(32))
    return std::nullopt;
  return constant->getSExtValue();
}

} // namespace

const llvm::DominatorTree &IndexRanges::dominatorsOf(const llvm::Function &function) {
  if (function_ != &function) {
    // LLVM takes a mutable function, although it only reads.
    dominators_ = std::make_unique<llvm::DominatorTree>(const_cast<llvm::Function &>(function));
    function_ = &function;
  }
  return *dominators_;
}

/// for (i = a; i < b; i += c), with constants, and the user inside the loop. The step must be
/// inside as well: then i never wraps around.
std::optional<IndexRange> IndexRanges::countedBy(const llvm::Value &number,
                                                 const llvm::Instruction &user) {
  const auto *counter = llvm::dyn_cast<llvm::PHINode>(&number);
  if (!counter || !counter->getType()->isIntegerTy() || counter->getNumIncomingValues() != 2)
    return std::nullopt;
  for (unsigned first = 0; first < 2; ++first) {
    const std::optional<std::int64_t> start = smallConstant(*counter->getIncomingValue(first));
    const auto *step = llvm::dyn_cast<llvm::BinaryOperator>(counter->getIncomingValue(1 - first));
    if (!start || !step || step->getOpcode() != llvm::Instruction::Add ||
        step->getOperand(0) != counter)
      continue;
    const std::optional<std::int64_t> added = smallConstant(*step->getOperand(1));
    if (!added || *added <= 0 || *start < 0)
      continue;
    for (const llvm::User *use : counter->users()) {
      const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(use);
      if (!compare || compare->getOperand(0) != counter)
        continue;
      const std::optional<std::int64_t> bound = smallConstant(*compare->getOperand(1));
      const llvm::CmpInst::Predicate predicate = compare->getPredicate();
      if (!bound || *bound <= *start ||
          (predicate != llvm::CmpInst::ICMP_SLT && predicate != llvm::CmpInst::ICMP_ULT))
        continue;
      const unsigned width = std::min(62u, counter->getType()->getIntegerBitWidth() - 1);
      if (*bound + *added >= std::int64_t{1} << width && !mutated(ProverMutation::IndexWraps))
        continue; // the last step might wrap around
      for (const llvm::User *branching : compare->users()) {
        const auto *branch = llvm::dyn_cast<llvm::BranchInst>(branching);
        if (!branch || !branch->isConditional() ||
            branch->getSuccessor(0) == branch->getSuccessor(1))
          continue;
        const llvm::BasicBlockEdge inside(branch->getParent(), branch->getSuccessor(0));
        const llvm::DominatorTree &dominators = dominatorsOf(*user.getFunction());
        // After every new value of the counter, each path to the user passes the edge.
        if ((dominators.dominates(inside, user.getParent()) ||
             mutated(ProverMutation::IndexUser)) &&
            (dominators.dominates(inside, step->getParent()) || mutated(ProverMutation::IndexStep)))
          return IndexRange{*start, *bound - 1};
      }
    }
  }
  return std::nullopt;
}

std::optional<IndexRange> IndexRanges::rangeOf(const llvm::Value &index,
                                               const llvm::Instruction &user) {
  if (!index.getType()->isIntegerTy())
    return std::nullopt;
  const llvm::Value *number = &index;
  bool isUnsigned = false;
  if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(number)) {
    isUnsigned = llvm::isa<llvm::ZExtInst>(number);
    number = llvm::cast<llvm::Instruction>(number)->getOperand(0);
  }
  if (const auto counted = countedBy(*number, user))
    return counted;
  const llvm::KnownBits bits = llvm::computeKnownBits(number, layout_, 0, nullptr, nullptr, nullptr,
                                                      /*UseInstrInfo=*/false);
  if (bits.hasConflict())
    return std::nullopt;
  llvm::ConstantRange range =
      llvm::ConstantRange::fromKnownBits(bits, /*IsSigned=*/!isUnsigned)
          .intersectWith(llvm::computeConstantRange(number, /*ForSigned=*/!isUnsigned,
                                                    /*UseInstrInfo=*/false));
  if (range.isEmptySet() || range.getBitWidth() > 64)
    return std::nullopt;
  range = isUnsigned ? range.zeroExtend(65) : range.signExtend(65);
  const std::optional<std::int64_t> lowest = range.getSignedMin().trySExtValue();
  const std::optional<std::int64_t> highest = range.getSignedMax().trySExtValue();
  if (!lowest || !highest || *lowest < -kGreatestIndex || *highest > kGreatestIndex)
    return std::nullopt;
  return IndexRange{*lowest, *highest};
}

} // namespace raceward::points
