// Numbers of threads, and the parts of memory that they own by them.
#include "ThreadSlices.h"
#include "points/Cycles.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace raceward {

namespace {

/// Upper bound on the threads of a run; see docs/use/assumptions.md.
constexpr std::uint64_t kThreadsOfARun = std::uint64_t{1} << 20;

/// Whether a loop counts in this variable: one step per iteration, and the test at its head
/// prevents repeated values.
bool countsWithoutRepeating(const llvm::PHINode &phi) {
  if (phi.getNumIncomingValues() != 2)
    return false;
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(phi.getParent()->getTerminator());
  if (!branch || !branch->isConditional())
    return false;
  const auto *test = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  if (!test)
    return false;
  for (unsigned i = 0; i < 2; ++i) {
    const auto *next = llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValue(i));
    if (!next || next->getOpcode() != llvm::Instruction::Add || next->getOperand(0) != &phi)
      continue;
    const auto *step = llvm::dyn_cast<llvm::ConstantInt>(next->getOperand(1));
    if (!step || !(step->isOne() || step->isMinusOne()))
      continue;
    if (test->getOperand(0) != &phi)
      continue;
    const auto *bound = llvm::dyn_cast<llvm::ConstantInt>(test->getOperand(1));
    // Which successor continues the loop? The one from which the step is reached without the head.
    const llvm::BasicBlock *latch = phi.getIncomingBlock(i);
    const bool onTrue = isReachable({branch->getSuccessor(0)}, *latch, {phi.getParent()});
    const bool onFalse = isReachable({branch->getSuccessor(1)}, *latch, {phi.getParent()});
    if (onTrue == onFalse)
      return false;
    const llvm::CmpInst::Predicate goesOn =
        onTrue ? test->getPredicate() : test->getInversePredicate();
    // If the compared value changes as well, the counter may wrap around and repeat.
    const auto *moving = llvm::dyn_cast<llvm::Instruction>(test->getOperand(1));
    if (goesOn == llvm::CmpInst::ICMP_NE)
      return !moving || isOutsideOfLoops(*moving) || mutated(ProverMutation::SlicesMovingBound);
    if (step->isOne())
      return goesOn == llvm::CmpInst::ICMP_SLT || goesOn == llvm::CmpInst::ICMP_ULT ||
             (goesOn == llvm::CmpInst::ICMP_SLE && bound && !bound->isMaxValue(true)) ||
             (goesOn == llvm::CmpInst::ICMP_ULE && bound && !bound->isMaxValue(false));
    return goesOn == llvm::CmpInst::ICMP_SGT || goesOn == llvm::CmpInst::ICMP_UGT ||
           (goesOn == llvm::CmpInst::ICMP_SGE && bound && !bound->isMinValue(true)) ||
           (goesOn == llvm::CmpInst::ICMP_UGE && bound && !bound->isMinValue(false));
  }
  return false;
}

/// Whether the instruction is executed at most once between two visits of the block.
bool isOncePer(const llvm::BasicBlock &head, const llvm::Instruction &instruction) {
  const llvm::BasicBlock &block = *instruction.getParent();
  return &block == &head || !isReachable(blocksAfter(block), block, {&head});
}

/// Whether every path from the block back to it passes the instruction.
bool isInEveryRound(const llvm::BasicBlock &head, const llvm::Instruction &instruction) {
  const llvm::BasicBlock &block = *instruction.getParent();
  return &block == &head || !isReachable(blocksAfter(head), head, {&block});
}

} // namespace

bool ThreadSlices::isNumberOf(const Function &function, const llvm::PHINode &counter,
                              const llvm::CallBase &call) {
  const llvm::BasicBlock &head = *counter.getParent();
  if (counter.getFunction() != call.getFunction() ||
      (!countsWithoutRepeating(counter) && !mutated(ProverMutation::SlicesRepeat)) ||
      (!isOncePer(head, call) && !mutated(ProverMutation::SlicesOncePerRound)))
    return false;
  // The loop as a whole runs once.
  bool once = true;
  bool hasStart = false;
  for (const llvm::BasicBlock *before : llvm::predecessors(&head)) {
    const bool isStart = shapes_.isOncePerRun(function, *before);
    hasStart = hasStart || isStart;
    once = once && (isStart || !isOutsideOfLoops(*before->getTerminator())); // the back edge
  }
  return (once && hasStart) || mutated(ProverMutation::SlicesLoopOnce);
}

/// A number in which all threads created by this call differ, in place of the variable that counts
/// them; invalid if there is none.
ExpressionId ThreadSlices::numbered(Here here, const Knowledge &knowledge, ExpressionId argument) {
  const auto &call = llvm::cast<llvm::CallBase>(*here.instruction().origin);
  for (const auto &[symbol, factor] : expressions_.sum(argument).terms) {
    for (const SymbolId part : expressions_.at(symbol).madeOf) {
      const auto *phi = llvm::dyn_cast<llvm::PHINode>(expressions_.at(part).value);
      if (!phi || !isNumberOf(*here.function, *phi, call))
        continue;
      const SymbolId number = expressions_.indexOf(expressions_.at(part).bits, call, *phi);
      const ExpressionId told = expressions_.substitute(argument, [&](SymbolId each) {
        return each == part ? expressions_.symbol(number) : ExpressionId();
      });
      if (told.valid() && expressions_.scopeOf(told) != Scope::Frame && isPlacedBy(told, number)) {
        addNumbers(number, values_.rangeOf(knowledge, part),
                   isInEveryRound(*phi->getParent(), call));
        if (const auto term = threadTerm(told)) {
          Parts given{term->first, term->second, expressions_.sum(told).terms};
          std::erase_if(given.origin, [&](const auto &each) { return each.first == term->first; });
          parts_.insert(std::move(given));
        }
        return told;
      }
    }
  }
  return {};
}

/// Records the possible numbers of threads, at each visit of the creating call.
void ThreadSlices::addNumbers(SymbolId number, const ValueRange &range, bool inEveryRound) {
  Numbers &known = numbers_[number];
  known.low = std::min(known.low, range.low);
  known.high = std::max(known.high, range.high);
  known.inEveryRound = known.inEveryRound && inEveryRound;
}

/// Maximum distance of the numbers of two threads; the term is such a number or a widened one.
std::uint64_t ThreadSlices::mostApart(SymbolId term) const {
  const Symbol &what = expressions_.at(term);
  SymbolId number = term;
  std::int64_t constant = 0;
  if (what.kind == Symbol::Kind::Operation) {
    number = expressions_.soleSymbolPlus(what.operands[0]);
    constant = expressions_.sum(what.operands[0]).constant;
  }
  const auto at = number.valid() ? numbers_.find(number) : numbers_.end();
  if (at == numbers_.end())
    return UINT64_MAX;
  const Numbers &known = at->second;
  if (known.low > known.high)
    return UINT64_MAX;
  std::uint64_t apart =
      static_cast<std::uint64_t>(known.high) - static_cast<std::uint64_t>(known.low);
  // One thread for each number.
  if (known.inEveryRound || mutated(ProverMutation::SlicesEveryRound))
    apart = std::min(apart, kThreadsOfARun - 1);
  if (number == term)
    return apart;
  // Before it was widened it may have wrapped around.
  const unsigned bits = expressions_.sum(what.operands[0]).bits;
  const ValueRange fits = allOf(bits);
  const std::int64_t least = what.opcode == llvm::Instruction::SExt ? fits.low : 0;
  std::int64_t low = 0;
  std::int64_t high = 0;
  if (mutated(ProverMutation::SlicesWidened))
    return apart;
  if (!__builtin_add_overflow(known.low, constant, &low) &&
      !__builtin_add_overflow(known.high, constant, &high) && low >= least && high <= fits.high)
    return apart;
  return bits < 64 ? (std::uint64_t{1} << bits) - 1 : UINT64_MAX;
}

/// Whether multiples of the stride may wrap around to the start, or closer to it than the stride.
/// `gap`: numbers may be farther apart than those of threads.
bool ThreadSlices::mayWrapAround(SymbolId term, std::uint64_t stride, std::int64_t gap) const {
  const unsigned bits = program_.module().getDataLayout().getPointerSizeInBits();
  const std::uint64_t largest = bits >= 64 ? UINT64_MAX : (std::uint64_t{1} << bits) - 1;
  const std::uint64_t apart = mostApart(term);
  if (mutated(ProverMutation::SlicesWrap))
    return false;
  const std::uint64_t farthest = apart + static_cast<std::uint64_t>(std::max<std::int64_t>(gap, 0));
  return apart >= UINT64_MAX / 2 || stride > largest / (farthest + 1);
}

/// The term that is the number of the thread, or its own object.
std::optional<std::pair<SymbolId, std::int64_t>>
ThreadSlices::threadTerm(ExpressionId address) const {
  std::optional<std::pair<SymbolId, std::int64_t>> found;
  for (const auto &[symbol, factor] : expressions_.sum(address).terms) {
    const Symbol &what = expressions_.at(symbol);
    bool isNumber = what.kind == Symbol::Kind::Index || what.kind == Symbol::Kind::OwnObject;
    if (what.kind == Symbol::Kind::Operation && what.scope == Scope::Thread &&
        (what.opcode == llvm::Instruction::SExt || what.opcode == llvm::Instruction::ZExt)) {
      // Different numbers stay different when widened.
      const SymbolId inner = expressions_.soleSymbolPlus(what.operands[0]);
      isNumber = inner.valid() && expressions_.at(inner).kind == Symbol::Kind::Index;
    }
    if (!isNumber)
      continue;
    if (found)
      return std::nullopt;
    found = {symbol, factor};
  }
  return found;
}

/// Whether different numbers give different values.
bool ThreadSlices::isPlacedBy(ExpressionId told, SymbolId number) const {
  if (expressions_.soleSymbolPlus(told) == number)
    return true;
  return threadTerm(told).has_value();
}

std::optional<OwnSlice> ThreadSlices::sliceOf(const Knowledge &knowledge, ExpressionId address,
                                              std::optional<std::uint64_t> bytes) {
  if (!address.valid())
    return std::nullopt;
  const auto term = threadTerm(address);
  if (!term)
    return std::nullopt;
  OwnSlice slice;
  slice.number = term->first.index();
  std::vector<std::pair<SymbolId, std::int64_t>> origin;
  const bool isObject = expressions_.at(term->first).kind == Symbol::Kind::OwnObject;
  slice.low = slice.high = expressions_.sum(address).constant;
  for (const auto &[symbol, factor] : expressions_.sum(address).terms) {
    if (symbol == term->first)
      continue;
    const Symbol &what = expressions_.at(symbol);
    if (isObject) { // anywhere in the object
      if (what.bits == 0 || values_.isAddress(symbol))
        return std::nullopt;
      continue;
    }
    if (what.scope == Scope::Program) {
      origin.emplace_back(symbol, factor);
      continue;
    }
    const ValueRange range = values_.rangeOf(knowledge, symbol);
    std::int64_t low = 0;
    std::int64_t high = 0;
    if (__builtin_mul_overflow(range.low, factor, &low) ||
        __builtin_mul_overflow(range.high, factor, &high))
      return std::nullopt;
    if (factor < 0)
      std::swap(low, high);
    if (__builtin_add_overflow(slice.low, low, &slice.low) ||
        __builtin_add_overflow(slice.high, high, &slice.high))
      return std::nullopt;
  }
  if (isObject) {
    if (term->second != 1)
      return std::nullopt;
    slice.low = slice.high = 0;
    return slice;
  }
  constexpr std::int64_t kFar = std::int64_t{1} << 60;
  if (!bytes || (effects_.mayHaveBitFields() && !mutated(ProverMutation::SlicesBitFields)) ||
      term->second == INT64_MIN || slice.low < -kFar || slice.high > kFar ||
      *bytes > static_cast<std::uint64_t>(kFar))
    return std::nullopt;
  slice.stride = term->second < 0 ? -term->second : term->second;
  if (mayWrapAround(term->first, static_cast<std::uint64_t>(slice.stride)))
    return std::nullopt;
  slice.bytes = *bytes;
  slice.origin = originOf(std::move(origin), term->second);
  return slice;
}

std::uint32_t ThreadSlices::originOf(Terms origin, std::int64_t factor) {
  if (!mutated(ProverMutation::SlicesDirection))
    origin.emplace_back(SymbolId(), factor); // the direction matters
  return origins_.try_emplace(std::move(origin), static_cast<std::uint32_t>(origins_.size()))
      .first->second;
}

/// The number of threads that the term is, if it is just that.
SymbolId ThreadSlices::numberIn(SymbolId term) const {
  const Symbol &what = expressions_.at(term);
  return what.kind == Symbol::Kind::Operation ? expressions_.soleSymbol(what.operands[0]) : term;
}

std::optional<OwnSlice> ThreadSlices::partOfNobody(ExpressionId address,
                                                   std::optional<std::uint64_t> bytes) {
  if (!address.valid() || !bytes ||
      (effects_.mayHaveBitFields() && !mutated(ProverMutation::SlicesBitFields)))
    return std::nullopt;
  const Sum sum = expressions_.sum(address);
  for (const Parts &given : parts_) {
    const SymbolId number = numberIn(given.term);
    const auto known = number.valid() ? numbers_.find(number) : numbers_.end();
    if (known == numbers_.end() || given.factor <= 0 || given.origin != sum.terms ||
        expressions_.scopeOf(address) != Scope::Program)
      continue;
    // The element that the constant lies in, and where in it.
    const std::int64_t rest = ((sum.constant % given.factor) + given.factor) % given.factor;
    const std::int64_t element = (sum.constant - rest) / given.factor;
    const Numbers &threads = known->second;
    constexpr std::int64_t kFar = std::int64_t{1} << 31;
    if (threads.low > threads.high || threads.low < 0 || threads.high > kFar || element < 0 ||
        element > kFar)
      continue;
    const std::int64_t gap = element < threads.low ? threads.low - element : element - threads.high;
    if ((gap <= 0 && !mutated(ProverMutation::SlicesOfNobody)) ||
        mayWrapAround(given.term, static_cast<std::uint64_t>(given.factor), gap))
      continue;
    OwnSlice slice;
    slice.number = given.term.index();
    slice.stride = given.factor;
    slice.low = slice.high = rest;
    slice.bytes = *bytes;
    slice.origin = originOf(given.origin, given.factor);
    return slice;
  }
  return std::nullopt;
}

} // namespace raceward
