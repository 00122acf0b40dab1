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
constexpr std::int64_t kGreatestIndex = std::int64_t{1} << 32;
constexpr unsigned kDeepestArgument = 3;

std::optional<std::int64_t> smallConstant(const llvm::Value &value) {
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&value);
  if (!constant || !constant->getValue().isSignedIntN(32))
    return std::nullopt;
  return constant->getSExtValue();
}

/// Whether the address is accessed in the block in which it is computed.
bool isAccessedThere(const llvm::Instruction &address) {
  return std::any_of(address.user_begin(), address.user_end(), [&](const llvm::User *user) {
    const auto *access = llvm::dyn_cast<llvm::Instruction>(user);
    return access && access->getParent() == address.getParent() &&
           llvm::getLoadStorePointerOperand(access) == &address;
  });
}

/// The greatest constant that a value may be: an argument is what the callers pass.
std::optional<std::int64_t> greatest(const llvm::Value &value, unsigned depth = 0) {
  const auto *argument = llvm::dyn_cast<llvm::Argument>(&value);
  if (!argument || depth == kDeepestArgument)
    return smallConstant(value);
  std::optional<std::int64_t> most;
  for (const llvm::Use &use : argument->getParent()->uses()) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    if (!call || !call->isCallee(&use) || argument->getArgNo() >= call->arg_size())
      return std::nullopt; // it may be called by a pointer
    const std::optional<std::int64_t> passed =
        greatest(*call->getArgOperand(argument->getArgNo()), depth + 1);
    if (!passed)
      return std::nullopt;
    most = std::max(most.value_or(*passed), *passed);
  }
  return most;
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

/// for (i = a; i < b; i += c), with a constant a, and the user inside the loop. The step must be
/// inside as well: then i never wraps around, if b and c are constants, or c is one.
std::optional<IndexRange> IndexRanges::countedBy(const llvm::Value &number, bool isUnsigned,
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
      const llvm::CmpInst::Predicate predicate = compare->getPredicate();
      if (predicate != llvm::CmpInst::ICMP_SLT && predicate != llvm::CmpInst::ICMP_ULT)
        continue;
      const unsigned bits = counter->getType()->getIntegerBitWidth();
      std::optional<std::int64_t> bound = greatest(*compare->getOperand(1));
      if (bound && *bound <= *start)
        continue;
      if (bound) {
        const unsigned width = std::min(62u, bits - 1);
        if (*bound + *added >= std::int64_t{1} << width && !mutated(ProverMutation::IndexWraps))
          continue; // the last step might wrap around
      } else if ((*added == 1 || mutated(ProverMutation::IndexWraps)) && bits <= 64) {
        // Below a number of that size. Nothing counts up to 2^40 one by one.
        const bool isSigned = predicate == llvm::CmpInst::ICMP_SLT;
        // It is negative for who takes it for signed, in rounds after the last positive one. An
        // access in every round is beyond any object by then.
        const bool wouldBeFar =
            isAccessedThere(user) &&
            dominatorsOf(*user.getFunction()).dominates(user.getParent(), step->getParent());
        if (!isSigned && !isUnsigned && bits < 64 && !wouldBeFar &&
            !mutated(ProverMutation::IndexWraps))
          continue;
        const bool isNarrow = isSigned || (!isUnsigned && bits < 64);
        bound = std::int64_t{1} << std::min(40u, isNarrow ? bits - 1 : bits);
      } else {
        continue;
      }
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
  if (const auto counted = countedBy(*number, isUnsigned, user))
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
