// Instructions of 64-bit ARM.
#include "assembly/Arm64.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

namespace raceward::assembly::arm64 {

namespace {

using Value = llvm::Value *;
using Ordering = llvm::AtomicOrdering;
using Place = Arm64Translation::Place;

void setResultFlags(Arm64Translation &t, Value result) {
  auto &flags = t.flags();
  flags.zero = [&t, result] { return t.builder().CreateIsNull(result); };
  flags.negative = [&t, result] {
    return t.builder().CreateICmpSLT(result, llvm::Constant::getNullValue(result->getType()));
  };
  flags.carry = flags.overflow = [&t]() -> Value { return t.builder().getFalse(); };
}

void setFlags(Arm64Translation &t, unsigned operation, Value a, Value b, Value result) {
  setResultFlags(t, result);
  auto &flags = t.flags();
  const auto isNegative = [&t](Value value) {
    return t.builder().CreateICmpSLT(value, llvm::Constant::getNullValue(value->getType()));
  };
  if (operation == Add) {
    flags.carry = [&t, a, result] { return t.builder().CreateICmpULT(result, a); };
    flags.overflow = [&t, a, b, result, isNegative] {
      return isNegative(t.builder().CreateAnd(t.builder().CreateXor(a, result),
                                              t.builder().CreateXor(b, result)));
    };
  } else if (operation == Subtract) {
    flags.carry = [&t, a, b] { return t.builder().CreateICmpUGE(a, b); }; // there is no borrow
    flags.overflow = [&t, a, b, result, isNegative] {
      return isNegative(
          t.builder().CreateAnd(t.builder().CreateXor(a, b), t.builder().CreateXor(a, result)));
    };
  }
}

Value highHalf(Arm64Translation &t, bool isSigned, Value a, Value b) {
  llvm::IRBuilder<> &builder = t.builder();
  llvm::Type *wide = t.type(128);
  Value first = isSigned ? builder.CreateSExt(a, wide) : builder.CreateZExt(a, wide);
  Value second = isSigned ? builder.CreateSExt(b, wide) : builder.CreateZExt(b, wide);
  return builder.CreateTrunc(builder.CreateLShr(builder.CreateMul(first, second), 64), t.type(64));
}

/// A division by zero gives zero, and nothing is an error.
Value quotient(Arm64Translation &t, bool isSigned, Value a, Value b, unsigned bits) {
  llvm::IRBuilder<> &builder = t.builder();
  Value isZero = builder.CreateIsNull(b);
  Value divisor = builder.CreateSelect(isZero, t.integer(bits, 1), b);
  if (!isSigned)
    return builder.CreateSelect(isZero, t.integer(bits, 0), builder.CreateUDiv(a, divisor));
  // Of the smallest number by -1: the number itself.
  Value isMinusOne = builder.CreateICmpEQ(b, llvm::Constant::getAllOnesValue(t.type(bits)));
  divisor = builder.CreateSelect(isMinusOne, t.integer(bits, 1), divisor);
  Value result = builder.CreateSDiv(a, divisor);
  result = builder.CreateSelect(isMinusOne, builder.CreateNeg(a), result);
  return builder.CreateSelect(isZero, t.integer(bits, 0), result);
}

Value computed(Arm64Translation &t, unsigned operation, Value a, Value b, unsigned bits) {
  llvm::IRBuilder<> &builder = t.builder();
  const auto count = [&] { return builder.CreateAnd(b, bits - 1); };
  switch (operation) {
  case Add:
    return builder.CreateAdd(a, b);
  case Subtract:
    return builder.CreateSub(a, b);
  case And:
    return builder.CreateAnd(a, b);
  case Or:
    return builder.CreateOr(a, b);
  case Xor:
    return builder.CreateXor(a, b);
  case AndNot:
    return builder.CreateAnd(a, builder.CreateNot(b));
  case OrNot:
    return builder.CreateOr(a, builder.CreateNot(b));
  case ShiftLeft:
    return builder.CreateShl(a, count());
  case ShiftRight:
    return builder.CreateLShr(a, count());
  case ShiftRightSigned:
    return builder.CreateAShr(a, count());
  case Rotate:
    return builder.CreateIntrinsic(llvm::Intrinsic::fshr, {t.type(bits)}, {a, a, b});
  case Multiply:
    return builder.CreateMul(a, b);
  case MultiplyHigh:
  case MultiplyHighSigned:
    if (bits != 64)
      t.fail("the size of a product is not known");
    return bits == 64 ? highHalf(t, operation == MultiplyHighSigned, a, b) : a;
  default:
    return quotient(t, operation == DivideSigned, a, b, bits);
  }
}

Value swappedIn(Arm64Translation &t, Value value, unsigned bits, unsigned part) {
  llvm::IRBuilder<> &builder = t.builder();
  Value result = t.integer(bits, 0);
  for (unsigned at = 0; at < bits; at += part) {
    Value piece = builder.CreateTrunc(builder.CreateLShr(value, at), t.type(part));
    piece = builder.CreateUnaryIntrinsic(llvm::Intrinsic::bswap, piece);
    result =
        builder.CreateOr(result, builder.CreateShl(builder.CreateZExt(piece, t.type(bits)), at));
  }
  return result;
}

Ordering orderOf(Instruction at) {
  if (at.isAcquire && at.isRelease)
    return Ordering::SequentiallyConsistent;
  if (at.isAcquire)
    return Ordering::Acquire;
  return at.isRelease ? Ordering::Release : Ordering::Monotonic;
}

/// The size of an access: by the name, or by the register.
unsigned sizeOf(Instruction at, const Place &place) {
  return at.bits != 0 ? at.bits : place.bits;
}

} // namespace

void nothing(Arm64Translation & /*t*/, Instruction /*at*/) {}

/// `dmb`, `dsb`, by what they are for.
void barrier(Arm64Translation &t, Instruction at) {
  const auto *word = std::get_if<Word>(&at.operand(0));
  llvm::StringRef name = word != nullptr ? llvm::StringRef(word->text) : llvm::StringRef();
  const bool isFull = llvm::StringSwitch<bool>(name).Cases("sy", "ish", "osh", true).Default(false);
  if (isFull)
    return t.fence(Ordering::SequentiallyConsistent);
  if (name == "ld" || name == "ishld" || name == "oshld")
    return t.fence(Ordering::Acquire);
  // Writes before it come before writes behind it; reads before it need not.
  if (name == "st" || name == "ishst" || name == "oshst")
    return t.fence(Ordering::Release, /*isCertain=*/false);
  if (!name.starts_with("nsh")) // of one processor
    t.fail("the barrier '" + name.str() + "' is not known");
}

void unary(Arm64Translation &t, Instruction at) {
  llvm::IRBuilder<> &builder = t.builder();
  const Place to = t.registerIn(at.operand(0));
  const unsigned bits = to.bits;
  if (at.detail == Move && bits == 64 && !std::holds_alternative<Number>(at.operand(1))) {
    const Place from = t.registerIn(at.operand(1));
    if (from.bits != bits)
      t.fail("the size of an operand does not fit the instruction");
    return t.hasFailed() ? void() : t.write(to, t.read(from, bits, /*mayBePointer=*/true));
  }
  Value value = t.read(at.operand(1), bits);
  switch (at.detail) {
  case Complement:
    value = builder.CreateNot(value);
    break;
  case Negate:
    value = builder.CreateNeg(value);
    break;
  case SwapBytes:
    value = builder.CreateUnaryIntrinsic(llvm::Intrinsic::bswap, value);
    break;
  case SwapIn16:
    value = swappedIn(t, value, bits, 16);
    break;
  case SwapIn32:
    if (bits != 64)
      t.fail("the size of 'rev32' is not known");
    value = swappedIn(t, value, bits, 32);
    break;
  case ReverseBits:
    value = builder.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, value);
    break;
  case LeadingZeros:
    value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, value, builder.getFalse());
    break;
  default:
    break;
  }
  t.write(to, value);
}

void binary(Arm64Translation &t, Instruction at) {
  const Place to = t.registerIn(at.operand(0));
  Value a = t.read(at.operand(1), to.bits);
  Value b = t.read(at.operand(2), to.bits);
  const unsigned operation = at.detail & ~kSetsFlags;
  Value result = computed(t, operation, a, b, to.bits);
  t.write(to, result);
  if ((at.detail & kSetsFlags) != 0)
    setFlags(t, operation, a, b, result);
}

void compare(Arm64Translation &t, Instruction at) {
  const Place first = t.registerIn(at.operand(0));
  if (t.hasFailed())
    return;
  Value a = t.read(first, first.bits);
  Value b = t.read(at.operand(1), first.bits);
  setFlags(t, at.detail, a, b, computed(t, at.detail, a, b, first.bits));
}

void setIf(Arm64Translation &t, Instruction at) {
  const auto *condition = std::get_if<Word>(&at.operand(1));
  const Place to = t.registerIn(at.operand(0));
  if (condition == nullptr)
    return t.fail("a condition is not known");
  t.write(to, t.builder().CreateZExt(t.conditionHolds(condition->text), t.type(to.bits)));
}

void chooseIf(Arm64Translation &t, Instruction at) {
  const auto *condition = std::get_if<Word>(&at.operand(3));
  const Place to = t.registerIn(at.operand(0));
  if (condition == nullptr)
    return t.fail("a condition is not known");
  Value a = t.read(at.operand(1), to.bits);
  Value b = t.read(at.operand(2), to.bits);
  t.write(to, t.builder().CreateSelect(t.conditionHolds(condition->text), a, b));
}

/// The detail: 1 for `ldar`, 2 for `ldapr`.
void load(Arm64Translation &t, Instruction at) {
  const Place to = t.registerIn(at.operand(0));
  std::optional<unsigned> number;
  Value address = t.addressIn(at.operand(1), number);
  const unsigned bits = sizeOf(at, to);
  t.requireMemoryRead(number, bits);
  if (t.hasFailed())
    return;
  Value value = t.load(address, t.type(bits), Touch::Alone);
  if (at.detail != 0)
    t.makeAtomic(*llvm::cast<llvm::LoadInst>(value),
                 at.detail == 1 ? Ordering::SequentiallyConsistent : Ordering::Acquire);
  t.write(to, t.builder().CreateZExt(value, t.type(to.bits)));
}

void store(Arm64Translation &t, Instruction at) {
  const Place from = t.registerIn(at.operand(0));
  std::optional<unsigned> number;
  Value address = t.addressIn(at.operand(1), number);
  const unsigned bits = sizeOf(at, from);
  t.requireMemoryWritten(number, bits);
  if (t.hasFailed())
    return;
  llvm::StoreInst *made = t.store(address, t.read(from, bits), Touch::Alone);
  if (at.detail != 0)
    t.makeAtomic(*made, Ordering::SequentiallyConsistent);
}

namespace {

Value updated(Arm64Translation &t, Instruction at, const Place &from, const TextOperand &memory) {
  using Update = llvm::AtomicRMWInst;
  std::optional<unsigned> number;
  Value address = t.addressIn(memory, number);
  const unsigned bits = sizeOf(at, from);
  t.requireMemoryRead(number, bits);
  t.requireMemoryWritten(number, bits);
  if (t.hasFailed())
    return t.madeUp(bits);
  Value value = t.read(from, bits);
  auto operation = static_cast<Update::BinOp>(at.detail);
  if (operation == Update::Nand) { // of the table: `clr`
    operation = Update::And;
    value = t.builder().CreateNot(value);
  }
  Update *made = t.builder().CreateAtomicRMW(operation, address, value, llvm::Align(bits / 8),
                                             Ordering::SequentiallyConsistent);
  t.setOrder(*made, orderOf(at));
  return made;
}

} // namespace

/// `ldadd value, old, [address]`
void update(Arm64Translation &t, Instruction at) {
  const Place from = t.registerIn(at.operand(0));
  const Place to = t.registerIn(at.operand(1));
  if (from.bits != to.bits)
    t.fail("the size of an operand does not fit the instruction");
  // Without a result it is a store, which `a` does not order.
  if (to.isZero && at.isAcquire)
    t.fail("an update without a result does not acquire");
  Value old = updated(t, at, from, at.operand(2));
  t.write(to, t.hasFailed() ? old : t.builder().CreateZExt(old, t.type(to.bits)));
}

/// `stadd value, [address]`
void updateOnly(Arm64Translation &t, Instruction at) {
  if (at.isAcquire)
    return t.fail("the instruction does not exist");
  updated(t, at, t.registerIn(at.operand(0)), at.operand(1));
}

/// `cas expected, new, [address]`: the first register receives the old value.
void compareExchange(Arm64Translation &t, Instruction at) {
  const Place expected = t.registerIn(at.operand(0));
  const Place from = t.registerIn(at.operand(1));
  std::optional<unsigned> number;
  Value address = t.addressIn(at.operand(2), number);
  const unsigned bits = sizeOf(at, expected);
  t.requireMemoryRead(number, bits);
  t.requireMemoryWritten(number, bits);
  if (expected.bits != from.bits)
    t.fail("the size of an operand does not fit the instruction");
  if (t.hasFailed())
    return;
  Value before = t.read(expected, bits);
  llvm::AtomicCmpXchgInst *made = t.builder().CreateAtomicCmpXchg(
      address, before, t.read(from, bits), llvm::Align(bits / 8), Ordering::SequentiallyConsistent,
      Ordering::SequentiallyConsistent);
  t.setOrder(*made, orderOf(at));
  Value old = t.builder().CreateExtractValue(made, 0);
  t.write(expected, t.builder().CreateZExt(old, t.type(expected.bits)));
}

/// Counters show any time at every call, as clocks of several processors may differ.
void systemRegister(Arm64Translation &t, Instruction at) {
  const auto *name = std::get_if<Word>(&at.operand(1));
  const bool isCounter =
      name != nullptr && (name->text == "cntvct_el0" || name->text == "cntpct_el0" ||
                          name->text == "cntvctss_el0" || name->text == "pmccntr_el0");
  const Place to = t.registerIn(at.operand(0));
  if (!isCounter || to.bits != 64)
    return t.fail("a register of the system is not modelled");
  t.write(to, t.anyValue(64));
}

} // namespace raceward::assembly::arm64
