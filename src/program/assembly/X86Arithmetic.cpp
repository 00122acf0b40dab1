// Instructions of x86 that compute, with what they do to flags, and the atomic ones among them.
#include "assembly/X86.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

namespace raceward::assembly::x86 {

namespace {

using Value = llvm::Value *;

unsigned bitsOf(const llvm::Value &value) {
  return value.getType()->getIntegerBitWidth();
}

Value isBelowZero(X86Translation &t, Value value) {
  return t.builder().CreateICmpSLT(value, t.integer(bitsOf(*value), 0));
}

/// A result that is only there for its flags is computed when one is asked for.
using Result = std::function<Value()>;

void setResultFlags(X86Translation &t, const Result &result) {
  X86Flags &flags = t.flags();
  flags.zero = [&t, result] { return t.builder().CreateIsNull(result()); };
  flags.sign = [&t, result] { return isBelowZero(t, result()); };
  flags.parity = [&t, result] {
    Value low = t.builder().CreateTrunc(result(), t.type(8));
    Value ones = t.builder().CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, low);
    return t.builder().CreateNot(t.builder().CreateTrunc(ones, t.type(1)));
  };
}

bool isSamePlace(const X86Place &a, const X86Place &b) {
  return a.kind == X86Place::Kind::Register && b.kind == X86Place::Kind::Register &&
         a.location == b.location && a.isHigh == b.isHigh;
}

/// `lock; addl $0, 0(%rsp)`: a barrier. The stack of a thread is its own, and zero changes nothing.
bool isBarrier(const X86Translation &t, Instruction at) {
  const auto *number = std::get_if<Number>(&at.operand(0));
  const auto *memory = std::get_if<MemoryText>(&at.operand(1));
  const auto *base = memory != nullptr ? std::get_if<RegisterName>(&memory->base) : nullptr;
  return at.isLocked && (at.detail == Add || at.detail == Or || at.detail == Subtract) &&
         number != nullptr && number->value == 0 && base != nullptr &&
         base->name == (t.wordBits() == 64 ? "rsp" : "esp") && memory->segment.empty() &&
         std::holds_alternative<std::monostate>(memory->index);
}

Value computed(X86Translation &t, unsigned operation, Value a, Value b) {
  switch (operation) {
  case Add:
    return t.builder().CreateAdd(a, b);
  case Subtract:
    return t.builder().CreateSub(a, b);
  case And:
    return t.builder().CreateAnd(a, b);
  case Or:
    return t.builder().CreateOr(a, b);
  default:
    return t.builder().CreateXor(a, b);
  }
}

void setFlags(X86Translation &t, unsigned operation, Value a, Value b, Value result) {
  if (operation == Add)
    setAddFlags(t, a, b, result);
  else if (operation == Subtract)
    setSubtractFlags(t, a, b, result);
  else
    setLogicFlags(t, result);
}

void withCarry(X86Translation &t, Instruction at, const X86Place &from, const X86Place &to) {
  llvm::IRBuilder<> &builder = t.builder();
  Value carry = t.flag(t.flags().carry);
  const bool isAdd = at.detail == AddCarry;
  Value a = nullptr;
  Value b = nullptr;
  if (!isAdd && isSamePlace(from, to)) {
    a = b = t.integer(at.bits, 0); // `sbb x, x`: all bits are the carry, whatever x was
  } else {
    b = t.read(from, at.bits, Touch::Alone);
    a = t.read(to, at.bits, Touch::Part);
  }
  Value one = builder.CreateZExt(carry, t.type(at.bits));
  Value result = isAdd ? builder.CreateAdd(builder.CreateAdd(a, b), one)
                       : builder.CreateSub(builder.CreateSub(a, b), one);
  t.write(to, at.bits, result, Touch::Part);
  if (isAdd)
    setAddFlags(t, a, b, result, carry);
  else
    setSubtractFlags(t, a, b, result, carry);
}

llvm::AtomicRMWInst::BinOp atomicFor(unsigned operation) {
  switch (operation) {
  case Add:
    return llvm::AtomicRMWInst::Add;
  case Subtract:
    return llvm::AtomicRMWInst::Sub;
  case And:
    return llvm::AtomicRMWInst::And;
  case Or:
    return llvm::AtomicRMWInst::Or;
  default:
    return llvm::AtomicRMWInst::Xor;
  }
}

} // namespace

void setAddFlags(X86Translation &t, Value a, Value b, Value result, Value carry) {
  X86Flags &flags = t.flags();
  setResultFlags(t, [result] { return result; });
  flags.carry = [&t, a, result, carry] {
    llvm::IRBuilder<> &builder = t.builder();
    Value wrapped = builder.CreateICmpULT(result, a);
    if (carry == nullptr)
      return wrapped;
    return builder.CreateOr(wrapped, builder.CreateAnd(carry, builder.CreateICmpEQ(result, a)));
  };
  flags.overflow = [&t, a, b, result] {
    llvm::IRBuilder<> &builder = t.builder();
    return isBelowZero(
        t, builder.CreateAnd(builder.CreateXor(a, result), builder.CreateXor(b, result)));
  };
}

void setSubtractFlags(X86Translation &t, Value a, Value b, Value difference, Value borrow) {
  X86Flags &flags = t.flags();
  const Result result = [&t, a, b, difference] {
    return difference != nullptr ? difference : t.builder().CreateSub(a, b);
  };
  setResultFlags(t, result);
  if (difference == nullptr)
    flags.zero = [&t, a, b] { return t.builder().CreateICmpEQ(a, b); };
  flags.carry = [&t, a, b, borrow] {
    llvm::IRBuilder<> &builder = t.builder();
    Value wrapped = builder.CreateICmpULT(a, b);
    if (borrow == nullptr)
      return wrapped;
    return builder.CreateOr(wrapped, builder.CreateAnd(borrow, builder.CreateICmpEQ(a, b)));
  };
  flags.overflow = [&t, a, b, result] {
    llvm::IRBuilder<> &builder = t.builder();
    return isBelowZero(t,
                       builder.CreateAnd(builder.CreateXor(a, b), builder.CreateXor(a, result())));
  };
}

void setLogicFlags(X86Translation &t, Value result) {
  setResultFlags(t, [result] { return result; });
  t.flags().carry = t.flags().overflow = [&t]() -> Value { return t.builder().getFalse(); };
}

void binary(X86Translation &t, Instruction at) {
  if (isBarrier(t, at)) {
    t.fence(llvm::AtomicOrdering::SequentiallyConsistent);
    t.flags() = {};
    return;
  }
  const X86Place from = t.placeOf(at.operand(0), at.bits);
  const X86Place to = t.placeOf(at.operand(1), at.bits);
  if (from.kind == X86Place::Kind::Memory && to.kind == X86Place::Kind::Memory)
    return t.fail("both operands are memory");
  if (at.detail == AddCarry || at.detail == SubtractBorrow) {
    if (at.isLocked)
      return t.fail("a locked addition with carry is not modelled");
    return withCarry(t, at, from, to);
  }
  if (at.isLocked) {
    Value value = t.read(from, at.bits, Touch::Alone);
    Value old = t.update(atomicFor(at.detail), to, value);
    return setFlags(t, at.detail, old, value, computed(t, at.detail, old, value));
  }
  // `xor x, x` clears a register that need not have a value.
  if (isSamePlace(from, to) && (at.detail == Xor || at.detail == Subtract)) {
    Value zero = t.integer(at.bits, 0);
    t.write(to, at.bits, zero, Touch::Part);
    return setFlags(t, at.detail, zero, zero, zero);
  }
  Value value = t.read(from, at.bits, Touch::Alone);
  Value old = t.read(to, at.bits, Touch::Part);
  Value result = computed(t, at.detail, old, value);
  t.write(to, at.bits, result, Touch::Part);
  setFlags(t, at.detail, old, value, result);
}

/// `cmp` and `test` change flags only.
void compare(X86Translation &t, Instruction at) {
  Value b = t.read(at.operand(0), at.bits);
  Value a = t.read(at.operand(1), at.bits);
  if (at.detail == Subtract)
    return setSubtractFlags(t, a, b, nullptr);
  setLogicFlags(t, t.builder().CreateAnd(a, b));
}

void unary(X86Translation &t, Instruction at) {
  llvm::IRBuilder<> &builder = t.builder();
  const X86Place place = t.placeOf(at.operand(0), at.bits);
  Value one = t.integer(at.bits, 1);
  Value old = nullptr;
  if (!at.isLocked)
    old = t.read(place, at.bits, Touch::Part);
  else if (at.detail == Increment)
    old = t.update(llvm::AtomicRMWInst::Add, place, one);
  else if (at.detail == Decrement)
    old = t.update(llvm::AtomicRMWInst::Sub, place, one);
  else if (at.detail == Complement)
    old =
        t.update(llvm::AtomicRMWInst::Xor, place, llvm::Constant::getAllOnesValue(t.type(at.bits)));
  else
    return t.fail("a locked negation is not modelled");
  Value result = nullptr;
  const X86Flags::Flag carry = t.flags().carry; // counting leaves it
  if (at.detail == Increment) {
    result = builder.CreateAdd(old, one);
    setAddFlags(t, old, one, result);
    t.flags().carry = carry;
  } else if (at.detail == Decrement) {
    result = builder.CreateSub(old, one);
    setSubtractFlags(t, old, one, result);
    t.flags().carry = carry;
  } else if (at.detail == Negate) {
    Value zero = t.integer(at.bits, 0);
    result = builder.CreateSub(zero, old);
    setSubtractFlags(t, zero, old, result);
  } else {
    result = builder.CreateNot(old);
  }
  if (!at.isLocked)
    t.write(place, at.bits, result, Touch::Part);
}

void exchangeAdd(X86Translation &t, Instruction at) {
  const X86Place from = t.placeOf(at.operand(0), at.bits);
  const X86Place to = t.placeOf(at.operand(1), at.bits);
  if (from.kind != X86Place::Kind::Register || from.mayBeMemory || to.mayBeMemory)
    return t.fail("an exchange is not with a register");
  Value value = t.read(from, at.bits, Touch::Part);
  Value old = at.isLocked ? t.update(llvm::AtomicRMWInst::Add, to, value)
                          : t.read(to, at.bits, Touch::Part);
  Value sum = t.builder().CreateAdd(old, value);
  t.write(from, at.bits, old, Touch::Part);
  if (!at.isLocked)
    t.write(to, at.bits, sum, Touch::Part);
  setAddFlags(t, old, value, sum);
}

void compareExchange(X86Translation &t, Instruction at) {
  llvm::IRBuilder<> &builder = t.builder();
  const X86Place from = t.placeOf(at.operand(0), at.bits);
  const X86Place to = t.placeOf(at.operand(1), at.bits);
  if (from.kind != X86Place::Kind::Register || from.mayBeMemory || to.mayBeMemory)
    return t.fail("an exchange is not with a register");
  const unsigned accumulator = t.locationOf("ax");
  Value expected = t.readLocation(accumulator, at.bits, /*mayBePointer=*/true);
  Value value = t.read(from, at.bits, Touch::Part, /*mayBePointer=*/true);
  Value old = nullptr;
  if (at.isLocked) {
    if (t.typeFor(to, at.bits, *value)->isPointerTy() || expected->getType()->isPointerTy()) {
      expected = t.asPointer(expected);
      value = t.asPointer(value);
    }
    Value address = t.addressToUpdate(to, at.bits);
    llvm::AtomicCmpXchgInst *made = builder.CreateAtomicCmpXchg(
        address, expected, value, llvm::Align(at.bits / 8),
        llvm::AtomicOrdering::SequentiallyConsistent, llvm::AtomicOrdering::SequentiallyConsistent);
    t.setLocked(*made);
    old = builder.CreateExtractValue(made, 0);
    Value done = builder.CreateExtractValue(made, 1);
    Value before = t.asInteger(expected, at.bits);
    Value seen = t.asInteger(old, at.bits);
    setSubtractFlags(t, before, seen, nullptr);
    t.flags().zero = [done] { return done; };
  } else {
    // It writes in both cases.
    Value before = t.asInteger(expected, at.bits);
    value = t.asInteger(value, at.bits);
    old = t.read(to, at.bits, Touch::Part);
    Value same = builder.CreateICmpEQ(before, old);
    t.write(to, at.bits, builder.CreateSelect(same, value, old), Touch::Part);
    setSubtractFlags(t, before, old, nullptr);
  }
  // Which of the bits above 32 change depends on the outcome.
  if (at.bits == 32)
    t.writeLowBits(accumulator, 32, old);
  else
    t.writeLocation(accumulator, at.bits, old);
}

/// `cmpxchg8b`, `cmpxchg16b`: the detail is the size of one half.
void compareExchangePair(X86Translation &t, Instruction at) {
  llvm::IRBuilder<> &builder = t.builder();
  const unsigned half = at.detail;
  if (half > t.wordBits() || !at.isLocked)
    return t.fail("an exchange of two words is not locked");
  if (half == 64 && t.isFor(Purpose::Native))
    return t.fail("an exchange of 16 bytes stays as it is");
  const X86Place to = t.placeOf(at.operand(0), 0);
  llvm::Type *both = t.type(2 * half);
  const auto joined = [&](const char *high, const char *low) {
    Value upper = builder.CreateShl(builder.CreateZExt(t.readRegister(high, half), both), half);
    return builder.CreateOr(upper, builder.CreateZExt(t.readRegister(low, half), both));
  };
  Value expected = joined("dx", "ax");
  Value value = joined("cx", "bx");
  Value address = t.addressToUpdate(to, 2 * half);
  if (t.hasFailed())
    return;
  llvm::AtomicCmpXchgInst *made = builder.CreateAtomicCmpXchg(
      address, expected, value, llvm::Align(half / 4), llvm::AtomicOrdering::SequentiallyConsistent,
      llvm::AtomicOrdering::SequentiallyConsistent);
  t.setLocked(*made);
  Value old = builder.CreateExtractValue(made, 0);
  Value done = builder.CreateExtractValue(made, 1);
  const auto giveBack = [&](const char *name, Value part) {
    if (half == 32)
      t.writeLowBits(t.locationOf(name), 32, part);
    else
      t.writeRegister(name, half, part);
  };
  giveBack("ax", builder.CreateTrunc(old, t.type(half)));
  giveBack("dx", builder.CreateTrunc(builder.CreateLShr(old, half), t.type(half)));
  t.flags().zero = [done] { return done; }; // and no other
}

/// `stc`, `clc`, `cmc`.
void setCarry(X86Translation &t, Instruction at) {
  if (at.detail < 2) {
    const bool isSet = at.detail == 1;
    t.flags().carry = [&t, isSet]() -> Value { return t.builder().getInt1(isSet); };
    return;
  }
  Value old = t.flag(t.flags().carry);
  t.flags().carry = [&t, old] { return t.builder().CreateNot(old); };
}

} // namespace raceward::assembly::x86
