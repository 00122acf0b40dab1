// Value ranges, and the facts that a taken branch implies.
#include "Values.h"
#include "FixedPlace.h"
#include "raceward/program/ExternalObjects.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace raceward {

namespace {

using Predicate = llvm::CmpInst::Predicate;

/// Null, unless another file defines it.
bool isWeak(const Symbol &symbol) {
  const auto *constant = llvm::dyn_cast_or_null<llvm::Constant>(symbol.value);
  return constant && mayBeMissing(*constant) && !mutated(ProverMutation::ValuesWeak);
}

bool addOverflows(std::int64_t a, std::int64_t b, std::int64_t &sum) {
  return __builtin_add_overflow(a, b, &sum);
}

} // namespace

ExpressionId Values::valueOf(const Knowledge &knowledge, const llvm::Value &value) {
  return resolve(knowledge, expressions_.of(value));
}

ExpressionId Values::resolve(const Knowledge &knowledge, ExpressionId e) {
  if (!e.valid() || knowledge.equal.empty())
    return e;
  // If the result would be too large it is unknown, not the old expression: its parts may be the
  // only trace of an object.
  return expressions_.substitute(e, [&](SymbolId symbol) { return knowledge.equalTo(symbol); });
}

/// The range of a variable into which only constants are written: the hull of them and of its
/// initial value.
ValueRange Values::everWritten(ExpressionId address, std::uint64_t bytes, unsigned bits) {
  const ValueRange all = allOf(bits);
  const SymbolId symbol = expressions_.soleSymbolPlus(address);
  if (!symbol.valid() || expressions_.at(symbol).kind != Symbol::Kind::Object)
    return all;
  const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(expressions_.at(symbol).value);
  const std::int64_t offset = expressions_.sum(address).constant;
  if (!global || !global->hasInitializer() ||
      (effects_.writesAnything() && !mutated(ProverMutation::ValuesWrittenAnywhere)) ||
      offset < 0 || memory_.reachedBy(*global).anything)
    return all;
  const auto [at, isNew] = everWritten_.try_emplace({address, bytes, bits}, all);
  if (!isNew)
    return at->second;
  llvm::Constant *initial = llvm::ConstantFoldLoadFromConst(
      const_cast<llvm::Constant *>(global->getInitializer()),
      llvm::IntegerType::get(program_.module().getContext(), bits),
      llvm::APInt(64, static_cast<std::uint64_t>(offset)), program_.module().getDataLayout());
  std::optional<ValueRange> found;
  const auto add = [&](const llvm::Value *value) {
    const auto *number = llvm::dyn_cast_or_null<llvm::ConstantInt>(value);
    if (!number || number->getBitWidth() != bits)
      return false;
    const ValueRange one{number->getSExtValue(), number->getSExtValue(), false};
    found = found ? hull(*found, one) : one;
    return true;
  };
  if (bits < 8 || bits > 64 || !add(initial))
    return all;
  for (const unsigned object : memory_.reachedBy(*global).objects) {
    for (const SiteId site : effects_.writesOf(object)) {
      const SitePlace &place = program_.placeOf(site);
      const auto where = fixedPlaceOf(program_, *place.pointer);
      const std::optional<std::uint64_t> size = program_.sites()[site.index()].bytes;
      if (where && where->object == global && size &&
          (where->offset >= offset + static_cast<std::int64_t>(bytes) ||
           where->offset + static_cast<std::int64_t>(*size) <= offset))
        continue; // does not overlap
      if (!where || where->object != global || where->offset != offset || size != bytes) {
        if (mutated(ProverMutation::ValuesOtherSizes))
          continue;
        return all;
      }
      const llvm::Instruction &origin = *place.origin;
      const llvm::Value *value = nullptr;
      if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&origin))
        value = store->getValueOperand();
      else if (const auto *compare = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&origin))
        value = compare->getNewValOperand();
      else if (const auto *exchange = llvm::dyn_cast<llvm::AtomicRMWInst>(&origin);
               exchange && exchange->getOperation() == llvm::AtomicRMWInst::Xchg)
        value = exchange->getValOperand();
      if (const auto *wider = llvm::dyn_cast_or_null<llvm::ZExtInst>(value);
          wider && wider->getSrcTy()->isIntegerTy(1)) {
        found = hull(*found, {0, 1, false});
        continue;
      }
      if (!add(value) && !mutated(ProverMutation::ValuesOthersWrite))
        return all;
    }
  }
  return everWritten_[{address, bytes, bits}] = *found;
}

/// A value read from memory is one that was written there.
void Values::boundByWrites(Knowledge &knowledge, const llvm::Value &value,
                           const llvm::Value &pointer) {
  const ExpressionId address = valueOf(knowledge, pointer);
  const unsigned bits = expressions_.bitsOf(*value.getType());
  if (!address.valid() || bits == 0 || value.getType()->isPointerTy())
    return;
  const ValueRange range = everWritten(address, bytesOf(value), bits);
  if (range != allOf(bits))
    knowledge.setRange(expressions_.symbolOf(value), range);
}

ValueRange Values::rangeOf(const Knowledge &knowledge, SymbolId s) const {
  const Symbol &symbol = expressions_.at(s);
  ValueRange range = allOf(symbol.bits);
  if (const ValueRange *known = knowledge.rangeOf(s))
    range = meet(range, *known);
  const bool isNotNull = symbol.kind == Symbol::Kind::Object ||
                         symbol.kind == Symbol::Kind::ThreadLocal ||
                         (symbol.kind == Symbol::Kind::OwnObject &&
                          (!symbol.mayBeNull || mutated(ProverMutation::SlicesNull)));
  if (isNotNull && !isWeak(symbol))
    range.nonZero = true;
  if (symbol.kind != Symbol::Kind::Operation)
    return range;
  const auto operand = [&](std::size_t i) { return symbol.operands[i]; };
  if (const auto predicate = predicateOf(symbol.opcode)) {
    if (const std::optional<bool> holds = compare(knowledge, *predicate, operand(0), operand(1)))
      return meet(range, {*holds ? 1 : 0, *holds ? 1 : 0, false});
    return range;
  }
  switch (symbol.opcode) {
  case llvm::Instruction::SExt:
    if (expressions_.sum(operand(0)).bits == 1)
      return meet(range, {-1, 0, false});
    return meet(range, rangeOf(knowledge, operand(0)));
  case llvm::Instruction::ZExt: {
    const ValueRange inner = rangeOf(knowledge, operand(0));
    const unsigned bits = expressions_.sum(operand(0)).bits;
    if (inner.low >= 0)
      return meet(range, inner);
    if (bits < 63)
      return meet(range, {0, (std::int64_t{1} << bits) - 1, inner.excludesZero()});
    return range;
  }
  case llvm::Instruction::Trunc: {
    // A value that fits is unchanged.
    const ValueRange inner = rangeOf(knowledge, operand(0));
    return inner.low >= range.low && inner.high <= range.high ? meet(range, inner) : range;
  }
  case llvm::Instruction::And:
    for (std::size_t i = 0; i < 2; ++i)
      if (const auto mask = expressions_.constantOf(operand(i)); mask && *mask >= 0)
        return meet(range, {0, *mask, false});
    return range;
  case llvm::Instruction::URem:
    if (const auto divisor = expressions_.constantOf(operand(1)); divisor && *divisor > 0)
      return meet(range, {0, *divisor - 1, false});
    return range;
  case llvm::Instruction::Select:
    return meet(range, hull(rangeOf(knowledge, operand(1)), rangeOf(knowledge, operand(2))));
  default:
    return range;
  }
}

/// The sum of the ranges of its symbols, if it does not overflow.
ValueRange Values::rangeOf(const Knowledge &knowledge, ExpressionId e) const {
  const Sum &sum = expressions_.sum(e);
  const ValueRange all = allOf(sum.bits);
  if (sum.terms.size() == 1 && sum.terms.front().second == 1 && sum.constant == 0)
    return rangeOf(knowledge, sum.terms.front().first);
  ValueRange range{sum.constant, sum.constant, false};
  for (const auto &[symbol, factor] : sum.terms) {
    const ValueRange each = rangeOf(knowledge, symbol);
    std::int64_t low = 0;
    std::int64_t high = 0;
    if (__builtin_mul_overflow(each.low, factor, &low) ||
        __builtin_mul_overflow(each.high, factor, &high))
      return all;
    if (factor < 0)
      std::swap(low, high);
    if (addOverflows(range.low, low, range.low) || addOverflows(range.high, high, range.high))
      return all;
  }
  if ((range.low < all.low || range.high > all.high) && !mutated(ProverMutation::ValuesWrap))
    return all; // may wrap around
  return range;
}

std::optional<bool> Values::compare(const Knowledge &knowledge, unsigned predicate, ExpressionId a,
                                    ExpressionId b) const {
  if (!a.valid() || !b.valid())
    return std::nullopt;
  const auto p = static_cast<Predicate>(predicate);
  if (a == b)
    return llvm::CmpInst::isTrueWhenEqual(p);
  const ValueRange x = rangeOf(knowledge, a);
  const ValueRange y = rangeOf(knowledge, b);
  const bool apart = x.high < y.low || y.high < x.low || (y.only() == 0 && x.excludesZero()) ||
                     (x.only() == 0 && y.excludesZero());
  const bool same = x.only() && x.only() == y.only();
  // As unsigned numbers, negative ones are the largest.
  const bool unsignedAlike = x.low >= 0 && y.low >= 0;
  switch (p) {
  case llvm::CmpInst::ICMP_EQ:
    return same ? std::optional(true) : apart ? std::optional(false) : std::nullopt;
  case llvm::CmpInst::ICMP_NE:
    return same ? std::optional(false) : apart ? std::optional(true) : std::nullopt;
  case llvm::CmpInst::ICMP_UGT:
  case llvm::CmpInst::ICMP_UGE:
  case llvm::CmpInst::ICMP_ULT:
  case llvm::CmpInst::ICMP_ULE:
    if (!unsignedAlike && !mutated(ProverMutation::ValuesUnsigned))
      return std::nullopt;
    break;
  default:
    break;
  }
  switch (p) {
  case llvm::CmpInst::ICMP_UGT:
  case llvm::CmpInst::ICMP_SGT:
    return x.low > y.high    ? std::optional(true)
           : x.high <= y.low ? std::optional(false)
                             : std::nullopt;
  case llvm::CmpInst::ICMP_UGE:
  case llvm::CmpInst::ICMP_SGE:
    return x.low >= y.high  ? std::optional(true)
           : x.high < y.low ? std::optional(false)
                            : std::nullopt;
  case llvm::CmpInst::ICMP_ULT:
  case llvm::CmpInst::ICMP_SLT:
    return x.high < y.low    ? std::optional(true)
           : x.low >= y.high ? std::optional(false)
                             : std::nullopt;
  case llvm::CmpInst::ICMP_ULE:
  case llvm::CmpInst::ICMP_SLE:
    return x.high <= y.low  ? std::optional(true)
           : x.low > y.high ? std::optional(false)
                            : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// Records that the expression lies in the range, if it is one symbol plus a constant.
bool Values::narrow(Knowledge &knowledge, ExpressionId e, const ValueRange &range) {
  const ValueRange now = rangeOf(knowledge, e);
  const ValueRange both = meet(now, range);
  if (both.isEmpty())
    return false;
  const SymbolId symbol = expressions_.soleSymbolPlus(e);
  if (!symbol.valid())
    return true;
  const std::int64_t constant = expressions_.sum(e).constant;
  ValueRange inner = both;
  if (constant != 0) {
    // Without wrap-around, otherwise nothing is known.
    if (__builtin_sub_overflow(both.low, constant, &inner.low) ||
        __builtin_sub_overflow(both.high, constant, &inner.high))
      return true;
    const ValueRange all = allOf(expressions_.at(symbol).bits);
    if (inner.low < all.low || inner.high > all.high)
      return true;
    inner.nonZero = false;
  }
  const ValueRange kept = meet(rangeOf(knowledge, symbol), inner);
  if (kept.isEmpty())
    return false;
  knowledge.setRange(symbol, kept);
  const Symbol &what = expressions_.at(symbol);
  if (what.kind == Symbol::Kind::Operation && what.operands.size() == 1) {
    const ExpressionId operand = what.operands[0];
    const unsigned bits = expressions_.sum(operand).bits;
    if (bits == 1) {
      // A widened truth value: zero or not.
      if (what.opcode == llvm::Instruction::ZExt || what.opcode == llvm::Instruction::SExt) {
        if (kept.only() == 0)
          return assume(knowledge, operand, false);
        if (kept.excludesZero())
          return assume(knowledge, operand, true);
      }
    } else if (what.opcode == llvm::Instruction::Trunc) {
      const ValueRange before = rangeOf(knowledge, operand);
      const ValueRange all = allOf(what.bits);
      if (before.low >= all.low && before.high <= all.high)
        return narrow(knowledge, operand, kept);
    } else if (what.opcode == llvm::Instruction::SExt) {
      return narrow(knowledge, operand, kept);
    } else if (what.opcode == llvm::Instruction::ZExt &&
               (kept.high <= allOf(bits).high || kept.excludesZero())) {
      if (kept.high <= allOf(bits).high)
        return narrow(knowledge, operand, kept);
      return narrow(knowledge, operand, {INT64_MIN, INT64_MAX, true});
    }
  }
  if (predicateOf(what.opcode) && what.kind == Symbol::Kind::Operation && kept.only())
    return assume(knowledge, expressions_.symbol(symbol), *kept.only() != 0);
  return true;
}

bool Values::assumeComparison(Knowledge &knowledge, unsigned predicate, ExpressionId a,
                              ExpressionId b) {
  if (!a.valid() || !b.valid())
    return true;
  if (const std::optional<bool> known = compare(knowledge, predicate, a, b))
    if (!*known)
      return false;
  const ValueRange x = rangeOf(knowledge, a);
  const ValueRange y = rangeOf(knowledge, b);
  const unsigned bits = expressions_.sum(a).bits;
  const auto below = [](std::int64_t value) { return value == INT64_MIN ? value : value - 1; };
  const auto above = [](std::int64_t value) { return value == INT64_MAX ? value : value + 1; };
  ValueRange forA = allOf(bits);
  ValueRange forB = allOf(bits);
  switch (static_cast<Predicate>(predicate)) {
  case llvm::CmpInst::ICMP_EQ:
    forA = y;
    forB = x;
    break;
  case llvm::CmpInst::ICMP_NE:
    if (const auto only = y.only()) {
      forA.nonZero = *only == 0;
      if (x.low == *only)
        forA.low = above(*only);
      if (x.high == *only)
        forA.high = below(*only);
    }
    break;
  case llvm::CmpInst::ICMP_ULT:
    if (y.low < 0)
      return true; // as an unsigned number it may be large
    forA = {0, below(y.high), false};
    if (x.low >= 0)
      forB.low = above(x.low);
    break;
  case llvm::CmpInst::ICMP_ULE:
    if (y.low < 0)
      return true;
    forA = {0, y.high, false};
    if (x.low >= 0)
      forB.low = x.low;
    break;
  case llvm::CmpInst::ICMP_UGT:
    return assumeComparison(knowledge, llvm::CmpInst::ICMP_ULT, b, a);
  case llvm::CmpInst::ICMP_UGE:
    return assumeComparison(knowledge, llvm::CmpInst::ICMP_ULE, b, a);
  case llvm::CmpInst::ICMP_SLT:
    forA.high = below(y.high);
    forB.low = above(x.low);
    break;
  case llvm::CmpInst::ICMP_SLE:
    forA.high = y.high;
    forB.low = x.low;
    break;
  case llvm::CmpInst::ICMP_SGT:
    return assumeComparison(knowledge, llvm::CmpInst::ICMP_SLT, b, a);
  case llvm::CmpInst::ICMP_SGE:
    return assumeComparison(knowledge, llvm::CmpInst::ICMP_SLE, b, a);
  default:
    return true;
  }
  return narrow(knowledge, a, forA) && narrow(knowledge, b, forB);
}

bool Values::assume(Knowledge &knowledge, ExpressionId condition, bool holds) {
  if (!condition.valid())
    return true;
  const ValueRange now = rangeOf(knowledge, condition);
  const ValueRange wanted = holds ? ValueRange{INT64_MIN, INT64_MAX, true} : ValueRange{0, 0};
  if (meet(now, wanted).isEmpty())
    return false;
  const SymbolId symbol = expressions_.soleSymbol(condition);
  if (!symbol.valid())
    return true;
  const Symbol &what = expressions_.at(symbol);
  if (what.bits == 1)
    knowledge.setRange(symbol, {holds ? 1 : 0, holds ? 1 : 0, false});
  if (what.kind != Symbol::Kind::Operation)
    return true;
  const std::vector<ExpressionId> operands = what.operands; // the table may move
  const unsigned opcode = what.opcode;
  const unsigned bits = what.bits;
  if (const auto predicate = predicateOf(opcode)) {
    const auto p = static_cast<Predicate>(*predicate);
    return assumeComparison(knowledge, holds ? p : llvm::CmpInst::getInversePredicate(p),
                            operands[0], operands[1]);
  }
  if (bits != 1)
    return true;
  if (opcode == llvm::Instruction::Trunc)
    return narrow(knowledge, condition, {holds ? 1 : 0, holds ? 1 : 0, false});
  if (opcode == llvm::Instruction::Xor) {
    for (std::size_t i = 0; i < 2; ++i)
      if (const auto flips = expressions_.constantOf(operands[i]))
        return assume(knowledge, operands[1 - i], holds != (*flips != 0));
  } else if ((opcode == llvm::Instruction::And && holds) ||
             (opcode == llvm::Instruction::Or && !holds)) {
    return assume(knowledge, operands[0], holds) && assume(knowledge, operands[1], holds);
  }
  return true;
}

bool Values::isOwned(const Knowledge &knowledge, ExpressionId address) const {
  if (!address.valid())
    return false;
  const auto &terms = expressions_.sum(address).terms;
  std::size_t owned = 0;
  for (const auto &[symbol, factor] : terms) {
    if (knowledge.owns(symbol) && factor == 1)
      ++owned;
    else if (expressions_.at(symbol).bits == 0 || isAddress(symbol))
      return false;
  }
  return owned == 1;
}

/// Whether the symbol may be a pointer, so that a sum with it may point into its object.
bool Values::isAddress(SymbolId id) const {
  const Symbol &symbol = expressions_.at(id);
  switch (symbol.kind) {
  case Symbol::Kind::Index:
    return false;
  case Symbol::Kind::Value: // an integer may be the distance to another object
    return effects_.numbersMakePointers() || symbol.value->getType()->isPointerTy();
  case Symbol::Kind::Operation:
    // Not numbers that were narrower than addresses, or results of comparisons.
    return effects_.numbersMakePointers() ||
           (symbol.opcode != llvm::Instruction::SExt && symbol.opcode != llvm::Instruction::ZExt &&
            !predicateOf(symbol.opcode));
  default:
    return true;
  }
}

} // namespace raceward
