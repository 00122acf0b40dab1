// Integers that are terms, or wider than 64 bits; and the cases that the loop omits.
#include "AddressChecks.h"
#include "Interpreter.h"
#include "raceward/base/Check.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>

#include <algorithm>

namespace raceward {

bool Interpreter::binary(const Step &step) {
  const Value a = get(step.a);
  const Value b = get(step.b);
  const unsigned width = step.width;
  const bool isDivision = step.op == Micro::UDiv || step.op == Micro::SDiv ||
                          step.op == Micro::URem || step.op == Micro::SRem;
  const bool isShift = step.op == Micro::Shl || step.op == Micro::LShr || step.op == Micro::AShr;
  if (width == 1 && !isDivision && !isShift) { // Boolean terms
    const Term p = toBool(a);
    const Term q = toBool(b);
    const bool isAnd = step.op == Micro::And || step.op == Micro::Mul;
    reg(step.result) = toValue(isAnd                  ? arena_.land(p, q)
                               : step.op == Micro::Or ? arena_.lor(p, q)
                                                      : arena_.distinct(p, q));
    return true;
  }
  const auto asBits = [&](const Value &value) {
    if (width > 1 || value.isNumber())
      return arena_.sort(toTerm(value, width)).isBoolean() ? arena_.constant(1, value.bits)
                                                           : toTerm(value, width);
    return arena_.ite(value.term, arena_.constant(1, 1), arena_.constant(1, 0));
  };
  const Term p = asBits(a);
  const Term q = asBits(b);
  if (isDivision) {
    bool byZero = false;
    if (!decide(arena_.equal(q, arena_.constant(BitVector(width, 0))), byZero))
      return false;
    if (byZero)
      return stopWithFault(FaultKind::DivisionByZero, "division by zero");
  }
  Term result;
  switch (step.op) {
  case Micro::Add:
    result = arena_.add(p, q);
    break;
  case Micro::Sub:
    result = arena_.sub(p, q);
    break;
  case Micro::Mul:
    result = arena_.mul(p, q);
    break;
  case Micro::UDiv:
    result = arena_.udiv(p, q);
    break;
  case Micro::SDiv:
    result = arena_.sdiv(p, q);
    break;
  case Micro::URem:
    result = arena_.urem(p, q);
    break;
  case Micro::SRem:
    result = arena_.srem(p, q);
    break;
  case Micro::Shl:
    result = arena_.shl(p, q);
    break;
  case Micro::LShr:
    result = arena_.lshr(p, q);
    break;
  case Micro::AShr:
    result = arena_.ashr(p, q);
    break;
  case Micro::And:
    result = arena_.bvAnd(p, q);
    break;
  case Micro::Or:
    result = arena_.bvOr(p, q);
    break;
  default:
    RW_CHECK(step.op == Micro::Xor);
    result = arena_.bvXor(p, q);
  }
  if (isShift) {
    // A shift by the width or more gives any value (rule R10).
    const Term tooFar = arena_.ule(arena_.constant(BitVector(width, width)), q);
    const May possible = may(tooFar);
    if (isBroken())
      return false;
    if (possible.sat != Sat::No) {
      const Value any = fresh(width, {});
      Term anyTerm = toTerm(any, width);
      if (arena_.sort(anyTerm).isBoolean())
        anyTerm = arena_.ite(anyTerm, arena_.constant(1, 1), arena_.constant(1, 0));
      result = arena_.ite(tooFar, anyTerm, result);
    }
  }
  if (width == 1)
    result = arena_.equal(result, arena_.constant(1, 1));
  reg(step.result) = toValue(result);
  return true;
}

Term Interpreter::compareTerms(Micro op, Term a, Term b) {
  if (arena_.sort(a).isBoolean()) {
    const auto orderedBits = [&](Term t) {
      return arena_.ite(t, arena_.constant(1, 1), arena_.constant(1, 0));
    };
    if (op == Micro::Equal)
      return arena_.equal(a, b);
    if (op == Micro::NotEqual)
      return arena_.distinct(a, b);
    a = orderedBits(a);
    b = orderedBits(b);
  }
  switch (op) {
  case Micro::Equal:
    return arena_.equal(a, b);
  case Micro::NotEqual:
    return arena_.distinct(a, b);
  case Micro::ULess:
    return arena_.ult(a, b);
  case Micro::ULessEqual:
    return arena_.ule(a, b);
  case Micro::SLess:
    return arena_.slt(a, b);
  default:
    RW_CHECK(op == Micro::SLessEqual);
    return arena_.sle(a, b);
  }
}

bool Interpreter::compare(const Step &step, Micro op) {
  const Term a = toTerm(get(step.a), step.width);
  const Term b = toTerm(get(step.b), step.width);
  reg(step.result) = toValue(compareTerms(op, a, b));
  return true;
}

namespace {

/// Compilers and linkers may merge constants that are equal, or have equal ends: literals above
/// all. Whether their addresses differ is then unspecified.
bool mayBeMerged(const MemoryObject &object) {
  const llvm::GlobalValue *value = nullptr;
  if (object.kind() == ObjectKind::Global)
    value = static_cast<const Global *>(object.origin)->origin;
  else if (object.kind() == ObjectKind::Function)
    value = static_cast<const Function *>(object.origin)->origin;
  const auto *variable = llvm::dyn_cast_or_null<llvm::GlobalVariable>(value);
  return value != nullptr && value->hasGlobalUnnamedAddr() &&
         (variable == nullptr || variable->isConstant());
}

/// The content of a literal from the offset to its end; empty for other constants.
std::optional<llvm::StringRef> textFrom(const MemoryObject &object, std::uint64_t address) {
  if (object.kind() != ObjectKind::Global)
    return std::nullopt;
  const llvm::GlobalVariable *global = static_cast<const Global *>(object.origin)->origin;
  const auto *data = global->hasInitializer()
                         ? llvm::dyn_cast<llvm::ConstantDataSequential>(global->getInitializer())
                         : nullptr;
  if (data == nullptr || address - object.base() > data->getRawDataValues().size())
    return std::nullopt;
  return data->getRawDataValues().drop_front(address - object.base());
}

} // namespace

// The order of two objects, and whether a new object reuses the address of one that has ended, are
// the machine's choice: an answer that depends on it holds for this execution only, and is a gap.
bool Interpreter::comparePointers(const Step &step) {
  const Value a = get(step.a);
  const Value b = get(step.b);
  const auto op = static_cast<Micro>(step.detail);
  if (!areNumbers(a, b)) {
    const bool isOrder = op != Micro::Equal && op != Micro::NotEqual;
    if (isOrder && inputs_ == InputPolicy::Symbolic) {
      const AddressChecks checks(*this);
      const MemoryObject *object = checks.objectBehind(a);
      if (object == nullptr || object != checks.objectBehind(b))
        noteGap(GapKind::AddressDependent,
                "addresses that may be of different objects are compared by order");
    }
    if (!isOrder && inputs_ == InputPolicy::Symbolic) {
      const auto hasMergeable = [&](const Value &value) {
        return std::ranges::any_of(AddressChecks(*this).objectsOf(value),
                                   [](const MemoryObject *object) { return mayBeMerged(*object); });
      };
      if (hasMergeable(a) && hasMergeable(b))
        noteGap(GapKind::AddressDependent, "addresses of constants are compared that may be one");
    }
    return compare(step, op);
  }
  bool result = false;
  switch (op) {
  case Micro::Equal:
    result = a.bits == b.bits;
    break;
  case Micro::NotEqual:
    result = a.bits != b.bits;
    break;
  case Micro::ULess:
    result = a.bits < b.bits;
    break;
  case Micro::ULessEqual:
    result = a.bits <= b.bits;
    break;
  case Micro::SLess:
    result = signExtended(a.bits, step.width) < signExtended(b.bits, step.width);
    break;
  default:
    result = signExtended(a.bits, step.width) <= signExtended(b.bits, step.width);
  }
  reg(step.result) = {static_cast<std::uint64_t>(result), {}};
  if (a.bits == b.bits || inputs_ == InputPolicy::Concrete)
    return true;
  const MemoryObject *first = state_->memory.objectAt(a.bits);
  const MemoryObject *second = state_->memory.objectAt(b.bits);
  const bool isEquality = op == Micro::Equal || op == Micro::NotEqual;
  const auto note = [&](std::string_view what) {
    gaps.push_back({GapKind::AddressDependent, std::string(what), positionHere(), {}});
  };
  if (!isEquality && first != second && a.bits != 0 && b.bits != 0)
    note("addresses of two different objects are compared by order");
  if (isEquality && first != nullptr && second != nullptr && first != second &&
      !mayBeReused(a.bits, b.bits)) {
    // One past the end of an object may be the start of the next.
    if (a.bits == first->base() + first->size() || b.bits == second->base() + second->size())
      note("the address behind an object is compared with that of another");
    else if (mayBeMerged(*first) && mayBeMerged(*second) &&
             textFrom(*first, a.bits) == textFrom(*second, b.bits))
      note("addresses of constants are compared that may be one");
  } else if (isEquality && mayBeReused(a.bits, b.bits)) {
    note("the address of an object whose life has ended is compared");
  }
  return true;
}

/// Whether two different addresses of objects, one of which at least has ended, may be the same
/// elsewhere.
bool Interpreter::mayBeReused(std::uint64_t a, std::uint64_t b) const {
  const Memory &memory = state_->memory;
  const auto isOfSome = [&](std::uint64_t address, bool &hasEnded) {
    const MemoryObject *object = memory.objectAt(address);
    if (object == nullptr) {
      hasEnded |= memory.whyBad(address) == BadAddress::Ended;
      return memory.whyBad(address) == BadAddress::Ended;
    }
    const std::uint64_t owner = memory.keyOf(object->base()) >> 32;
    hasEnded |= object->isAsleep() ||
                (object->kind() == ObjectKind::ThreadLocal && owner < state_->threads.size() &&
                 state_->threads[static_cast<unsigned>(owner)].ended);
    return true;
  };
  bool hasEnded = false;
  return isOfSome(a, hasEnded) && isOfSome(b, hasEnded) && hasEnded &&
         memory.regionOf(a).first != memory.regionOf(b).first;
}

bool Interpreter::cast(const Step &step) {
  const Value value = get(step.a);
  const std::uint32_t target = step.extra;
  Term term = toTerm(value, step.width);
  if (step.op == Micro::Truncate) {
    term = arena_.extract(term, target - 1, 0);
    if (target == 1)
      term = arena_.equal(term, arena_.constant(1, 1));
  } else if (arena_.sort(term).isBoolean()) {
    const BitVector set =
        step.op == Micro::ZeroExtend ? BitVector(target, 1) : BitVector::ones(target);
    term = arena_.ite(term, arena_.constant(set), arena_.constant(BitVector(target, 0)));
  } else {
    term = step.op == Micro::ZeroExtend ? arena_.zext(term, target) : arena_.sext(term, target);
  }
  reg(step.result) = toValue(term);
  return true;
}

bool Interpreter::select(const Step &step) {
  const Term condition = get(step.a).term;
  const Value a = get(step.b);
  const Value b = get(step.c);
  if (areNumbers(a, b) && a.bits == b.bits) {
    reg(step.result) = a;
    return true;
  }
  reg(step.result) = toValue(arena_.ite(condition, toTerm(a, step.width), toTerm(b, step.width)));
  return true;
}

/// The same bits, split into other scalars.
bool Interpreter::repack(const Step &step) {
  const Part *from = frame_->code->parts.data() + step.extra;
  const Part *to = from + step.b;
  const auto bitsOf = [&](const Part &part) {
    const Term term = toTerm(get(part.slot), part.width);
    return arena_.sort(term).isBoolean()
               ? arena_.ite(term, arena_.constant(1, 1), arena_.constant(1, 0))
               : term;
  };
  Term whole = bitsOf(from[0]);
  for (std::uint32_t i = 1; i < step.b; ++i)
    whole = arena_.concat(bitsOf(from[i]), whole);
  std::uint32_t low = 0;
  for (std::uint32_t i = 0; i < step.c; ++i) {
    Term part = arena_.extract(whole, low + to[i].width - 1, low);
    if (to[i].width == 1)
      part = arena_.equal(part, arena_.constant(1, 1));
    reg(to[i].slot) = toValue(part);
    low += to[i].width;
  }
  return true;
}

bool Interpreter::pick(const Step &step) {
  const Value index = get(step.b);
  if (!index.isNumber())
    return stopWithGap(GapKind::UnsupportedInstruction,
                       "an element of a vector that depends on the input cannot be followed");
  if (index.bits >= step.c)
    return stopWithFault(FaultKind::InvalidRead, "an element that the vector does not have");
  if (step.op == Micro::Pick)
    reg(step.result) = get(step.a + static_cast<std::uint32_t>(index.bits));
  else
    reg(step.result + static_cast<std::uint32_t>(index.bits)) = get(step.a);
  return true;
}

bool Interpreter::address(const Step &step) {
  const unsigned bits = pointerBits();
  Term sum = arena_.add(toTerm(get(step.a), bits), arena_.constant(bits, step.mask));
  const auto addScaled = [&](std::uint32_t slot, unsigned width, std::uint64_t scale) {
    Term index = toTerm(get(slot), width);
    if (arena_.sort(index).isBoolean())
      index = arena_.ite(index, arena_.constant(BitVector::ones(bits)), arena_.constant(bits, 0));
    else if (width < bits)
      index = arena_.sext(index, bits);
    else if (width > bits)
      index = arena_.extract(index, bits - 1, 0);
    sum = arena_.add(sum, arena_.mul(index, arena_.constant(bits, scale)));
  };
  if (step.op == Micro::Address) {
    if (step.detail != 0)
      addScaled(step.b, step.width, step.extra);
  } else {
    for (std::uint32_t i = 0; i < step.c; ++i) {
      const ScaledIndex &index = frame_->code->indices[step.extra + i];
      addScaled(index.slot, index.width, index.scale);
    }
  }
  reg(step.result) = toValue(sum);
  return true;
}

} // namespace raceward
