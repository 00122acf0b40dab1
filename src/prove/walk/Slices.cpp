// Parts of memory that belong to a thread by its number, or by the object that it was given.
#include "Walk.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace raceward {

namespace {

/// Upper bound on the threads of a run; see docs/use/assumptions.md.
constexpr std::uint64_t kThreadsOfARun = std::uint64_t{1} << 20;

} // namespace

/// Records the possible numbers of threads, at each visit of the creating call.
void Walk::addNumbers(SymbolId number, const ValueRange &range, bool inEveryRound) {
  Numbers &known = numbers_[number];
  known.low = std::min(known.low, range.low);
  known.high = std::max(known.high, range.high);
  known.inEveryRound = known.inEveryRound && inEveryRound;
}

/// Maximum distance of the numbers of two threads; the term is such a number or a widened one.
std::uint64_t Walk::mostApart(SymbolId term) const {
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
bool Walk::mayWrapAround(SymbolId term, std::uint64_t stride) const {
  const unsigned bits = program_.module().getDataLayout().getPointerSizeInBits();
  const std::uint64_t largest = bits >= 64 ? UINT64_MAX : (std::uint64_t{1} << bits) - 1;
  const std::uint64_t apart = mostApart(term);
  if (mutated(ProverMutation::SlicesWrap))
    return false;
  return apart == UINT64_MAX || stride > largest / (apart + 1);
}

/// The term that is the number of the thread, or its own object.
std::optional<std::pair<SymbolId, std::int64_t>> Walk::threadTerm(ExpressionId address) const {
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
bool Walk::isPlacedBy(ExpressionId told, SymbolId number) const {
  if (expressions_.soleSymbolPlus(told) == number)
    return true;
  return threadTerm(told).has_value();
}

std::optional<OwnSlice> Walk::sliceOf(const Knowledge &knowledge, ExpressionId address,
                                      SiteId site) {
  if (!address.valid())
    return std::nullopt;
  const auto term = threadTerm(address);
  const std::optional<std::uint64_t> bytes = program_.sites()[site.index()].bytes;
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
      if (what.bits == 0 || isAddress(symbol))
        return std::nullopt;
      continue;
    }
    if (what.scope == Scope::Program) {
      origin.emplace_back(symbol, factor);
      continue;
    }
    const ValueRange range = rangeOf(knowledge, symbol);
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
  if (!bytes || (mayHaveBitFields_ && !mutated(ProverMutation::SlicesBitFields)) ||
      term->second == INT64_MIN || slice.low < -kFar || slice.high > kFar ||
      *bytes > static_cast<std::uint64_t>(kFar))
    return std::nullopt;
  slice.stride = term->second < 0 ? -term->second : term->second;
  if (mayWrapAround(term->first, static_cast<std::uint64_t>(slice.stride)))
    return std::nullopt;
  slice.bytes = *bytes;
  if (!mutated(ProverMutation::SlicesDirection))
    origin.emplace_back(SymbolId(), term->second); // the direction matters
  slice.origin =
      origins_.try_emplace(std::move(origin), static_cast<std::uint32_t>(origins_.size()))
          .first->second;
  return slice;
}

} // namespace raceward
