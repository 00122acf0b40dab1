// Instructions of x86 that shift, test, count and reorder bits.
#include "assembly/X86.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Support/MathExtras.h>

namespace raceward::assembly::x86 {

namespace {

using Value = llvm::Value *;

/// The count of a shift: a number, or the register `cl`.
Value shiftCount(X86Translation &t, const X86Place &place) {
  if (place.kind == X86Place::Kind::Register && place.location != t.locationOf("cx"))
    t.fail("the count of a shift is not in 'cl'");
  if (place.kind == X86Place::Kind::Memory || place.isHigh || place.mayBeMemory)
    t.fail("the count of a shift is not in 'cl'");
  return t.read(place, 8, Touch::Alone);
}

Value shifted(X86Translation &t, unsigned kind, Value value, Value count, unsigned bits) {
  llvm::IRBuilder<> &builder = t.builder();
  if (kind == RotateLeft || kind == RotateRight) {
    Value times = builder.CreateZExtOrTrunc(count, t.type(bits));
    return builder.CreateIntrinsic(kind == RotateLeft ? llvm::Intrinsic::fshl
                                                      : llvm::Intrinsic::fshr,
                                   {t.type(bits)}, {value, value, times});
  }
  // Up to 31 places also for smaller sizes.
  const unsigned wide = std::max(bits, 32u);
  Value times = builder.CreateZExtOrTrunc(count, t.type(wide));
  Value whole = kind == RightSigned ? builder.CreateSExt(value, t.type(wide))
                                    : builder.CreateZExt(value, t.type(wide));
  Value result = kind == Left    ? builder.CreateShl(whole, times)
                 : kind == Right ? builder.CreateLShr(whole, times)
                                 : builder.CreateAShr(whole, times);
  return builder.CreateTrunc(result, t.type(bits));
}

/// The last bit that a shift by a constant moves out.
X86Flags::Flag carryOfShift(X86Translation &t, unsigned kind, Value value, std::uint64_t count,
                            unsigned bits) {
  if (count > bits)
    return {};
  const std::uint64_t bit = kind == Left ? bits - count : count - 1;
  return [&t, value, bit] {
    return t.builder().CreateTrunc(t.builder().CreateLShr(value, bit), t.type(1));
  };
}

} // namespace

void shift(X86Translation &t, Instruction at) {
  const bool hasCount = at.count() == 2;
  const X86Place place = t.placeOf(at.operand(hasCount ? 1 : 0), at.bits);
  Value count = hasCount ? shiftCount(t, t.placeOf(at.operand(0), 0)) : t.integer(8, 1);
  count = t.builder().CreateAnd(count, at.bits == 64 ? 63 : 31);
  Value old = t.read(place, at.bits, Touch::Part);
  Value result = shifted(t, at.detail, old, count, at.bits);
  t.write(place, at.bits, result, Touch::Part);
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(count);
  if (constant != nullptr && constant->isZero())
    return; // flags stay as they are
  const bool isRotation = at.detail == RotateLeft || at.detail == RotateRight;
  if (!isRotation && constant != nullptr) {
    setLogicFlags(t, result);
    t.flags().carry = carryOfShift(t, at.detail, old, constant->getZExtValue(), at.bits);
    t.flags().overflow = {};
    return;
  }
  t.flags() = {};
}

/// `shld` and `shrd`: bits from another register move in.
void doubleShift(X86Translation &t, Instruction at) {
  if (at.bits < 32)
    return t.fail("a double shift of 16 bits is not modelled");
  Value count = shiftCount(t, t.placeOf(at.operand(0), 0));
  const X86Place from = t.placeOf(at.operand(1), at.bits);
  const X86Place to = t.placeOf(at.operand(2), at.bits);
  Value other = t.read(from, at.bits, Touch::Alone);
  Value old = t.read(to, at.bits, Touch::Part);
  Value times = t.builder().CreateZExtOrTrunc(count, t.type(at.bits)); // modulo the size
  const bool isLeft = at.detail == Left;
  Value result = t.builder().CreateIntrinsic(
      isLeft ? llvm::Intrinsic::fshl : llvm::Intrinsic::fshr, {t.type(at.bits)},
      isLeft ? std::initializer_list<Value>{old, other, times}
             : std::initializer_list<Value>{other, old, times});
  t.write(to, at.bits, result, Touch::Part);
  t.flags() = {};
}

/// `bt`, `bts`, `btr`, `btc`. With memory and an index in a register the index may lead to any word
/// before or after the operand; otherwise it counts modulo the size.
void bit(X86Translation &t, Instruction at) {
  llvm::IRBuilder<> &builder = t.builder();
  const X86Place from = t.placeOf(at.operand(0), at.bits);
  X86Place to = t.placeOf(at.operand(1), at.bits);
  if (from.kind == X86Place::Kind::Memory || at.bits < 16)
    return t.fail("the number of a bit is in memory");
  Value index = t.read(from, at.bits, Touch::Alone);
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(index);
  const bool isSmall = constant != nullptr && constant->getZExtValue() < at.bits;
  const bool maySpan = from.kind == X86Place::Kind::Register || from.mayBeRegister;
  if (!isSmall && maySpan) {
    if (to.mayBeMemory || (to.kind == X86Place::Kind::Memory && from.mayBeRegister))
      return t.fail("it is not known which word a bit is in");
    if (to.kind == X86Place::Kind::Memory) {
      Value words = builder.CreateAShr(index, llvm::Log2_32(at.bits));
      Value bytes = builder.CreateMul(builder.CreateSExt(words, t.type(t.wordBits())),
                                      t.integer(t.wordBits(), at.bits / 8));
      to.value = builder.CreateGEP(builder.getInt8Ty(), to.value, bytes);
      if (at.detail != Test)
        to.number.reset(); // it may write another object than the operand
    }
  }
  Value place = builder.CreateAnd(index, at.bits - 1);
  Value mask = builder.CreateShl(t.integer(at.bits, 1), place);
  Value old = nullptr;
  if (at.detail == Test) {
    if (at.isLocked)
      return t.fail("a test is locked");
    old = t.read(to, at.bits, Touch::Alone);
  } else if (at.isLocked) {
    using Update = llvm::AtomicRMWInst;
    old = at.detail == Set     ? t.update(Update::Or, to, mask)
          : at.detail == Reset ? t.update(Update::And, to, builder.CreateNot(mask))
                               : t.update(Update::Xor, to, mask);
  } else {
    old = t.read(to, at.bits, Touch::Part);
    Value result = at.detail == Set     ? builder.CreateOr(old, mask)
                   : at.detail == Reset ? builder.CreateAnd(old, builder.CreateNot(mask))
                                        : builder.CreateXor(old, mask);
    t.write(to, at.bits, result, Touch::Part);
  }
  // The zero flag stays; the others are undefined.
  const X86Flags::Flag zero = t.flags().zero;
  t.flags() = {};
  t.flags().zero = zero;
  t.flags().carry = [&t, old, mask] {
    return t.builder().CreateIsNotNull(t.builder().CreateAnd(old, mask));
  };
}

void scan(X86Translation &t, Instruction at) {
  llvm::IRBuilder<> &builder = t.builder();
  if (at.bits == 8)
    return t.fail("a byte is scanned");
  Value value = t.read(at.operand(0), at.bits);
  const X86Place to = t.placeOf(at.operand(1), at.bits);
  if (to.kind != X86Place::Kind::Register || to.mayBeMemory)
    return t.fail("the result of a scan goes to memory");
  const auto counted = [&](llvm::Intrinsic::ID intrinsic) {
    return builder.CreateBinaryIntrinsic(intrinsic, value, builder.getFalse());
  };
  Value result = nullptr;
  switch (at.detail) {
  case Ones:
    result = builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, value);
    break;
  case LeadingZeros:
    result = counted(llvm::Intrinsic::ctlz);
    break;
  case Backward:
    result = builder.CreateXor(counted(llvm::Intrinsic::ctlz), at.bits - 1);
    break;
  default:
    result = counted(llvm::Intrinsic::cttz);
  }
  t.flags() = {};
  if (at.detail == Ones) {
    setLogicFlags(t, value); // zero if the operand is; the others are cleared
    t.flags().sign = t.flags().parity = t.flags().carry;
    return t.write(to, at.bits, result, Touch::Alone);
  }
  if (at.isRepeated) {
    // `rep; bsf` is `tzcnt` for newer processors and `bsf` for others: they differ for zero.
    if (at.detail != Forward)
      return t.fail("the result depends on the processor");
    Value isZero = builder.CreateIsNull(value);
    result = builder.CreateSelect(isZero, t.anyValue(at.bits), result);
    return t.writeLowBits(to.location, at.bits, result);
  }
  if (at.detail == TrailingZeros || at.detail == LeadingZeros) {
    t.flags().carry = [&t, value] { return t.builder().CreateIsNull(value); };
    t.flags().zero = [&t, result] { return t.builder().CreateIsNull(result); };
    return t.write(to, at.bits, result, Touch::Alone);
  }
  // Zero leaves the destination as it was.
  t.flags().zero = [&t, value] { return t.builder().CreateIsNull(value); };
  const Location &place = t.at(to.location);
  Value old = place.value != nullptr && place.known >= at.bits ? t.asInteger(place.value, at.bits)
                                                               : t.anyValue(at.bits);
  result = builder.CreateSelect(builder.CreateIsNull(value), old, result);
  t.writeLowBits(to.location, at.bits, result);
}

void swapBytes(X86Translation &t, Instruction at) {
  if (at.bits < 32)
    return t.fail("the result of swapping the bytes of 16 bits is undefined");
  const X86Place place = t.placeOf(at.operand(0), at.bits);
  if (place.kind != X86Place::Kind::Register || place.mayBeMemory)
    return t.fail("the bytes of memory are swapped");
  Value value = t.read(place, at.bits, Touch::Part);
  t.write(place, at.bits, t.builder().CreateUnaryIntrinsic(llvm::Intrinsic::bswap, value),
          Touch::Part);
}

} // namespace raceward::assembly::x86
