// Floating point, on concrete numbers only. A symbolic operand is a gap: an approximation could
// make a verdict wrong.
#include "Interpreter.h"

#include "Translate.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APSInt.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Intrinsics.h>

#include <bit>
#include <cmath>

namespace raceward {

namespace {

const llvm::fltSemantics &semanticsOf(ScalarKind kind) {
  switch (kind) {
  case ScalarKind::Half:
    return llvm::APFloat::IEEEhalf();
  case ScalarKind::BFloat:
    return llvm::APFloat::BFloat();
  case ScalarKind::Float:
    return llvm::APFloat::IEEEsingle();
  case ScalarKind::X87:
    return llvm::APFloat::x87DoubleExtended();
  case ScalarKind::Quad:
    return llvm::APFloat::IEEEquad();
  default:
    return llvm::APFloat::IEEEdouble();
  }
}

double asDouble(const Value &value) {
  return std::bit_cast<double>(value.bits);
}
float asFloat(const Value &value) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
}
Value ofDouble(double value) {
  return {std::bit_cast<std::uint64_t>(value), {}};
}
Value ofFloat(float value) {
  return {std::bit_cast<std::uint32_t>(value), {}};
}

template <typename T> bool arithmetic(unsigned opcode, T a, T b, T &out) {
  switch (opcode) {
  case llvm::Instruction::FAdd:
    out = a + b;
    return true;
  case llvm::Instruction::FSub:
    out = a - b;
    return true;
  case llvm::Instruction::FMul:
    out = a * b;
    return true;
  case llvm::Instruction::FDiv:
    out = a / b;
    return true;
  case llvm::Instruction::FRem:
    out = std::fmod(a, b);
    return true;
  default:
    return false;
  }
}

bool compareBy(unsigned predicate, bool less, bool equal, bool unordered) {
  // The predicate's bits: 1 equal, 2 greater, 4 less, 8 unordered.
  const bool greater = !less && !equal && !unordered;
  return ((predicate & 1) != 0 && equal) || ((predicate & 2) != 0 && greater) ||
         ((predicate & 4) != 0 && less) || ((predicate & 8) != 0 && unordered);
}

template <typename T> bool function(unsigned id, T a, T b, T c, T &out) {
  switch (id) {
  case llvm::Intrinsic::fabs:
    out = std::fabs(a);
    return true;
  case llvm::Intrinsic::sqrt:
    out = std::sqrt(a);
    return true;
  case llvm::Intrinsic::floor:
    out = std::floor(a);
    return true;
  case llvm::Intrinsic::ceil:
    out = std::ceil(a);
    return true;
  case llvm::Intrinsic::trunc:
    out = std::trunc(a);
    return true;
  case llvm::Intrinsic::round:
    out = std::round(a);
    return true;
  case llvm::Intrinsic::rint:
  case llvm::Intrinsic::nearbyint:
  case llvm::Intrinsic::roundeven:
    out = std::nearbyint(a);
    return true;
  case llvm::Intrinsic::copysign:
    out = std::copysign(a, b);
    return true;
  case llvm::Intrinsic::fma:
    out = std::fma(a, b, c);
    return true;
  case llvm::Intrinsic::fmuladd: // without the instruction: two roundings, as clang -O0 does
    out = a * b;
    out = out + c;
    return true;
  case llvm::Intrinsic::minnum:
    out = std::fmin(a, b);
    return true;
  case llvm::Intrinsic::maxnum:
    out = std::fmax(a, b);
    return true;
  default:
    return false;
  }
}

} // namespace

bool Interpreter::floatStep(const Step &step) {
  const auto symbolic = [&] {
    return stopWithGap(GapKind::SymbolicFloat,
                       "floating-point arithmetic on a value that depends on the input");
  };
  // Wide numbers are constant terms.
  const auto bitsOf = [&](std::uint32_t slot, unsigned width, llvm::APInt &out) {
    const Value &value = get(slot);
    if (value.isNumber()) {
      out = llvm::APInt(width, value.bits);
      return true;
    }
    if (!arena_.isConstant(value.term))
      return false;
    const BitVector number = arena_.value(value.term);
    out = llvm::APInt(width, number.low64());
    for (unsigned low = 64; low < width; low += 64) {
      const unsigned high = std::min(width, low + 64) - 1;
      out |= llvm::APInt(width, number.extract(high, low).low64()).shl(low);
    }
    return true;
  };
  const auto setBits = [&](std::uint32_t slot, const llvm::APInt &bits) {
    reg(slot) = bits.getBitWidth() <= 64 ? Value{bits.getZExtValue(), {}}
                                         : Value{0, arena_.constant(toBitVector(bits))};
  };
  const bool isCast = step.op == Micro::FloatCast;
  const auto kind = static_cast<ScalarKind>(isCast                             ? step.b
                                            : step.op == Micro::FloatIntrinsic ? step.detail
                                                                               : step.extra);
  const bool hasSecond = step.op == Micro::FloatBinary || step.op == Micro::FloatCompare;

  if (kind == ScalarKind::Double || kind == ScalarKind::Float) {
    const Value &a = get(step.a);
    if (!a.isNumber() || (hasSecond && !get(step.b).isNumber()))
      return symbolic();
    if (hasSecond || step.op == Micro::FloatNegate) {
      const Value &b = hasSecond ? get(step.b) : a;
      if (step.op == Micro::FloatNegate) {
        reg(step.result) = {a.bits ^ (std::uint64_t{1} << (step.width - 1)), {}};
        return true;
      }
      const bool wide = kind == ScalarKind::Double;
      const double x = wide ? asDouble(a) : static_cast<double>(asFloat(a));
      const double y = wide ? asDouble(b) : static_cast<double>(asFloat(b));
      if (step.op == Micro::FloatCompare) {
        reg(step.result) = {static_cast<std::uint64_t>(compareBy(step.detail, x < y, x == y,
                                                                 std::isnan(x) || std::isnan(y))),
                            {}};
        return true;
      }
      if (wide) {
        double result = 0;
        if (arithmetic(step.detail, x, y, result)) {
          reg(step.result) = ofDouble(result);
          return true;
        }
      } else {
        float result = 0;
        if (arithmetic(step.detail, asFloat(a), asFloat(b), result)) {
          reg(step.result) = ofFloat(result);
          return true;
        }
      }
    }
    if (step.op == Micro::FloatIntrinsic) {
      const Value &b = get(step.b);
      const Value &c = get(step.c);
      const auto id = step.extra;
      const bool two = id == llvm::Intrinsic::copysign || id == llvm::Intrinsic::minnum ||
                       id == llvm::Intrinsic::maxnum;
      const bool three = id == llvm::Intrinsic::fma || id == llvm::Intrinsic::fmuladd;
      if (((two || three) && !b.isNumber()) || (three && !c.isNumber()))
        return symbolic();
      const Value none{};
      const Value &second = two || three ? b : none;
      const Value &third = three ? c : none;
      if (id == llvm::Intrinsic::is_fpclass) {
        llvm::APInt bits(step.width, a.bits);
        const llvm::APFloat value(semanticsOf(kind), bits);
        reg(step.result) = {static_cast<std::uint64_t>((value.classify() & b.bits) != 0), {}};
        return true;
      }
      bool known = false;
      if (kind == ScalarKind::Double) {
        double result = 0;
        known = function(id, asDouble(a), asDouble(second), asDouble(third), result);
        reg(step.result) = ofDouble(result);
      } else {
        float result = 0;
        known = function(id, asFloat(a), asFloat(second), asFloat(third), result);
        reg(step.result) = ofFloat(result);
      }
      if (!known)
        return stopWithGap(GapKind::UnsupportedInstruction,
                           "a floating-point intrinsic cannot be executed");
      return true;
    }
  }

  // Everything else uses LLVM's arithmetic, rounding to nearest.
  constexpr auto rounding = llvm::APFloat::rmNearestTiesToEven;
  llvm::APInt bits;
  if (!bitsOf(step.a, step.width, bits))
    return symbolic();
  if (isCast) {
    const auto target = static_cast<ScalarKind>(step.c);
    const unsigned width = step.extra;
    switch (step.detail) {
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP: {
      llvm::APFloat out(semanticsOf(target));
      out.convertFromAPInt(bits, step.detail == llvm::Instruction::SIToFP, rounding);
      setBits(step.result, out.bitcastToAPInt());
      return true;
    }
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::FPToUI: {
      llvm::APFloat value(semanticsOf(kind), bits);
      llvm::APSInt out(width, step.detail == llvm::Instruction::FPToUI);
      bool exact = false;
      const auto status = value.convertToInteger(out, llvm::APFloat::rmTowardZero, &exact);
      if ((status & llvm::APFloat::opInvalidOp) != 0)
        reg(step.result) = fresh(width, {}); // out of range: any value (rule R10)
      else
        setBits(step.result, out);
      return true;
    }
    default: {
      llvm::APFloat value(semanticsOf(kind), bits);
      bool lost = false;
      value.convert(semanticsOf(target), rounding, &lost);
      setBits(step.result, value.bitcastToAPInt());
      return true;
    }
    }
  }
  llvm::APFloat a(semanticsOf(kind), bits);
  if (step.op == Micro::FloatNegate) {
    a.changeSign();
    setBits(step.result, a.bitcastToAPInt());
    return true;
  }
  if (!hasSecond) {
    if (step.extra == llvm::Intrinsic::fabs) {
      a.clearSign();
      setBits(step.result, a.bitcastToAPInt());
      return true;
    }
    if (step.extra == llvm::Intrinsic::fmuladd || step.extra == llvm::Intrinsic::fma) {
      llvm::APInt factor;
      llvm::APInt summand;
      if (!bitsOf(step.b, step.width, factor) || !bitsOf(step.c, step.width, summand))
        return symbolic();
      const llvm::APFloat b(semanticsOf(kind), factor);
      const llvm::APFloat c(semanticsOf(kind), summand);
      if (step.extra == llvm::Intrinsic::fma) {
        a.fusedMultiplyAdd(b, c, rounding);
      } else {
        a.multiply(b, rounding);
        a.add(c, rounding);
      }
      setBits(step.result, a.bitcastToAPInt());
      return true;
    }
    return stopWithGap(GapKind::UnsupportedInstruction,
                       "a floating-point intrinsic cannot be executed");
  }
  if (!bitsOf(step.b, step.width, bits))
    return symbolic();
  const llvm::APFloat b(semanticsOf(kind), bits);
  if (step.op == Micro::FloatCompare) {
    const auto order = a.compare(b);
    reg(step.result) = {
        static_cast<std::uint64_t>(compareBy(step.detail, order == llvm::APFloat::cmpLessThan,
                                             order == llvm::APFloat::cmpEqual,
                                             order == llvm::APFloat::cmpUnordered)),
        {}};
    return true;
  }
  switch (step.detail) {
  case llvm::Instruction::FAdd:
    a.add(b, rounding);
    break;
  case llvm::Instruction::FSub:
    a.subtract(b, rounding);
    break;
  case llvm::Instruction::FMul:
    a.multiply(b, rounding);
    break;
  case llvm::Instruction::FDiv:
    a.divide(b, rounding);
    break;
  default:
    a.mod(b);
  }
  setBits(step.result, a.bitcastToAPInt());
  return true;
}

} // namespace raceward
