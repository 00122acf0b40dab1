// Multiplication and division on x86.
#include "assembly/X86.h"

#include <llvm/IR/Constants.h>

namespace raceward::assembly::x86 {

namespace {

using Value = llvm::Value *;

Value extended(X86Translation &t, bool isSigned, Value value, unsigned bits) {
  return isSigned ? t.builder().CreateSExt(value, t.type(bits))
                  : t.builder().CreateZExt(value, t.type(bits));
}

/// Carry and overflow are set if the upper half is needed; the other flags are undefined.
void setProductFlags(X86Translation &t, bool isSigned, Value product, unsigned bits) {
  t.flags() = {};
  t.flags().carry = t.flags().overflow = [&t, isSigned, product, bits] {
    Value low = t.builder().CreateTrunc(product, t.type(bits));
    return t.builder().CreateICmpNE(extended(t, isSigned, low, 2 * bits), product);
  };
}

Value upperHalf(X86Translation &t, Value both, unsigned bits) {
  return t.builder().CreateTrunc(t.builder().CreateLShr(both, bits), t.type(bits));
}

/// A register and another one: `dx:ax`; for bytes it is `ax` alone.
Value readPair(X86Translation &t, unsigned bits) {
  if (bits == 8)
    return t.readRegister("ax", 16);
  Value low = t.builder().CreateZExt(t.readRegister("ax", bits), t.type(2 * bits));
  Value high = t.builder().CreateZExt(t.readRegister("dx", bits), t.type(2 * bits));
  return t.builder().CreateOr(t.builder().CreateShl(high, bits), low);
}

void writePair(X86Translation &t, unsigned bits, Value low, Value high) {
  if (bits == 8) {
    Value upper = t.builder().CreateShl(t.builder().CreateZExt(high, t.type(16)), 8);
    return t.writeRegister("ax", 16,
                           t.builder().CreateOr(upper, t.builder().CreateZExt(low, t.type(16))));
  }
  t.writeRegister("ax", bits, low);
  t.writeRegister("dx", bits, high);
}

void multiplyPair(X86Translation &t, bool isSigned, Instruction at) {
  Value b = extended(t, isSigned, t.read(at.operand(0), at.bits), 2 * at.bits);
  Value a = extended(t, isSigned, t.readRegister("ax", at.bits), 2 * at.bits);
  Value product = t.builder().CreateMul(a, b);
  writePair(t, at.bits, t.builder().CreateTrunc(product, t.type(at.bits)),
            upperHalf(t, product, at.bits));
  setProductFlags(t, isSigned, product, at.bits);
}

} // namespace

void multiply(X86Translation &t, Instruction at) {
  multiplyPair(t, /*isSigned=*/false, at);
}

/// `imul` with one, two or three operands.
void multiplySigned(X86Translation &t, Instruction at) {
  if (at.count() == 1)
    return multiplyPair(t, /*isSigned=*/true, at);
  const auto last = static_cast<unsigned>(at.count() - 1);
  const X86Place to = t.placeOf(at.operand(last), at.bits);
  if (to.kind != X86Place::Kind::Register || to.mayBeMemory || at.bits == 8)
    return t.fail("a product goes to memory");
  Value a = t.read(at.operand(0), at.bits);
  Value b = at.count() == 3 ? t.read(at.operand(1), at.bits) : t.read(to, at.bits, Touch::Alone);
  Value product =
      t.builder().CreateMul(extended(t, true, a, 2 * at.bits), extended(t, true, b, 2 * at.bits));
  t.write(to, at.bits, t.builder().CreateTrunc(product, t.type(at.bits)), Touch::Alone);
  setProductFlags(t, true, product, at.bits);
}

/// `mulx source, low, high`: the other factor is `dx`.
void multiplyWithoutFlags(X86Translation &t, Instruction at) {
  if (at.bits < 32)
    return t.fail("the size of 'mulx' is not known");
  const X86Place low = t.placeOf(at.operand(1), at.bits);
  const X86Place high = t.placeOf(at.operand(2), at.bits);
  if (low.kind != X86Place::Kind::Register || high.kind != X86Place::Kind::Register ||
      low.mayBeMemory || high.mayBeMemory)
    return t.fail("a product goes to memory");
  Value a = extended(t, false, t.read(at.operand(0), at.bits), 2 * at.bits);
  Value b = extended(t, false, t.readRegister("dx", at.bits), 2 * at.bits);
  Value product = t.builder().CreateMul(a, b);
  // If both are one register, it holds the upper half.
  t.write(low, at.bits, t.builder().CreateTrunc(product, t.type(at.bits)), Touch::Alone);
  t.write(high, at.bits, upperHalf(t, product, at.bits), Touch::Alone);
}

/// A quotient that does not fit is an error like a division by zero: it is made one.
void divide(X86Translation &t, Instruction at) {
  llvm::IRBuilder<> &builder = t.builder();
  const bool isSigned = at.detail != 0;
  Value by = extended(t, isSigned, t.read(at.operand(0), at.bits), 2 * at.bits);
  Value whole = readPair(t, at.bits);
  llvm::Type *both = t.type(2 * at.bits);
  const auto quotientBy = [&](Value divisor) {
    return isSigned ? builder.CreateSDiv(whole, divisor) : builder.CreateUDiv(whole, divisor);
  };
  // Not by zero, and not the smallest number by -1, which has a quotient that fits nowhere.
  Value fits = builder.getTrue();
  if (isSigned) {
    const llvm::APInt smallest = llvm::APInt::getSignedMinValue(2 * at.bits);
    fits = builder.CreateNot(
        builder.CreateAnd(builder.CreateICmpEQ(whole, llvm::ConstantInt::get(both, smallest)),
                          builder.CreateICmpEQ(by, llvm::Constant::getAllOnesValue(both))));
  }
  Value quotient = quotientBy(builder.CreateSelect(fits, by, llvm::Constant::getNullValue(both)));
  Value low = builder.CreateTrunc(quotient, t.type(at.bits));
  Value isWhole = builder.CreateICmpEQ(extended(t, isSigned, low, 2 * at.bits), quotient);
  Value divisor = builder.CreateSelect(isWhole, by, llvm::Constant::getNullValue(both));
  Value rest = isSigned ? builder.CreateSRem(whole, divisor) : builder.CreateURem(whole, divisor);
  writePair(t, at.bits, low, builder.CreateTrunc(rest, t.type(at.bits)));
  t.flags() = {};
}

} // namespace raceward::assembly::x86
