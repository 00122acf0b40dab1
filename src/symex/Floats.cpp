#include "Floats.h"

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

constexpr auto kRounding = llvm::APFloat::rmNearestTiesToEven;

bool stopAtSymbolicFloat(Decisions &machine) {
  return machine.stopWithGap(GapKind::SymbolicFloat,
                             "floating-point arithmetic on a value that depends on the input");
}

bool stopAtFloatIntrinsic(Decisions &machine) {
  return machine.stopWithGap(GapKind::UnsupportedInstruction,
                             "a floating-point intrinsic cannot be executed");
}

ScalarKind kindOf(const Step &step) {
  switch (step.op) {
  case Micro::FloatCast:
    return static_cast<ScalarKind>(step.b);
  case Micro::FloatIntrinsic:
    return static_cast<ScalarKind>(step.detail);
  default:
    return static_cast<ScalarKind>(step.extra);
  }
}

/// Whether the host computes with the same type.
bool isNative(ScalarKind kind) {
  return kind == ScalarKind::Double || kind == ScalarKind::Float;
}

/// Wide numbers are constant terms. False if the value is not a number.
bool bitsOf(Decisions &machine, std::uint32_t slot, unsigned width, llvm::APInt &out) {
  const Value &value = machine.get(slot);
  if (value.isNumber()) {
    out = llvm::APInt(width, value.bits);
    return true;
  }
  if (!machine.arena().isConstant(value.term))
    return false;
  const BitVector number = machine.arena().value(value.term);
  out = llvm::APInt(width, number.low64());
  for (unsigned low = 64; low < width; low += 64) {
    const unsigned high = std::min(width, low + 64) - 1;
    out |= llvm::APInt(width, number.extract(high, low).low64()).shl(low);
  }
  return true;
}

bool setBits(Decisions &machine, std::uint32_t slot, const llvm::APInt &bits) {
  machine.reg(slot) = bits.getBitWidth() <= 64
                          ? Value{bits.getZExtValue(), {}}
                          : Value{0, machine.arena().constant(toBitVector(bits))};
  return true;
}

bool setTruth(Decisions &machine, std::uint32_t slot, bool holds) {
  machine.reg(slot) = {static_cast<std::uint64_t>(holds), {}};
  return true;
}

// -- with the host's arithmetic ------------------------------------------------------------

bool compareNative(Decisions &machine, const Step &step) {
  const Value &a = machine.get(step.a);
  const Value &b = machine.get(step.b);
  const bool wide = kindOf(step) == ScalarKind::Double;
  const double x = wide ? asDouble(a) : static_cast<double>(asFloat(a));
  const double y = wide ? asDouble(b) : static_cast<double>(asFloat(b));
  return setTruth(machine, step.result,
                  compareBy(step.detail, x < y, x == y, std::isnan(x) || std::isnan(y)));
}

/// False if the host has no such operation.
bool computeNative(Decisions &machine, const Step &step) {
  const Value &a = machine.get(step.a);
  const Value &b = machine.get(step.b);
  if (kindOf(step) == ScalarKind::Double) {
    double result = 0;
    if (!arithmetic(step.detail, asDouble(a), asDouble(b), result))
      return false;
    machine.reg(step.result) = ofDouble(result);
    return true;
  }
  float result = 0;
  if (!arithmetic(step.detail, asFloat(a), asFloat(b), result))
    return false;
  machine.reg(step.result) = ofFloat(result);
  return true;
}

bool callNative(Decisions &machine, const Step &step) {
  const Value &a = machine.get(step.a);
  const Value &b = machine.get(step.b);
  const Value &c = machine.get(step.c);
  const auto id = step.extra;
  const bool two = id == llvm::Intrinsic::copysign || id == llvm::Intrinsic::minnum ||
                   id == llvm::Intrinsic::maxnum;
  const bool three = id == llvm::Intrinsic::fma || id == llvm::Intrinsic::fmuladd;
  if (((two || three) && !b.isNumber()) || (three && !c.isNumber()))
    return stopAtSymbolicFloat(machine);
  if (id == llvm::Intrinsic::is_fpclass) {
    const llvm::APFloat value(semanticsOf(kindOf(step)), llvm::APInt(step.width, a.bits));
    return setTruth(machine, step.result, (value.classify() & b.bits) != 0);
  }
  const Value none{};
  const Value &second = two || three ? b : none;
  const Value &third = three ? c : none;
  bool known = false;
  if (kindOf(step) == ScalarKind::Double) {
    double result = 0;
    known = function(id, asDouble(a), asDouble(second), asDouble(third), result);
    machine.reg(step.result) = ofDouble(result);
  } else {
    float result = 0;
    known = function(id, asFloat(a), asFloat(second), asFloat(third), result);
    machine.reg(step.result) = ofFloat(result);
  }
  return known || stopAtFloatIntrinsic(machine);
}

// -- with LLVM's arithmetic, rounding to nearest -------------------------------------------

bool castFloat(Decisions &machine, const Step &step) {
  const ScalarKind kind = kindOf(step);
  llvm::APInt bits;
  if (!bitsOf(machine, step.a, step.width, bits))
    return stopAtSymbolicFloat(machine);
  const auto target = static_cast<ScalarKind>(step.c);
  const unsigned width = step.extra;
  switch (step.detail) {
  case llvm::Instruction::SIToFP:
  case llvm::Instruction::UIToFP: {
    llvm::APFloat out(semanticsOf(target));
    out.convertFromAPInt(bits, step.detail == llvm::Instruction::SIToFP, kRounding);
    return setBits(machine, step.result, out.bitcastToAPInt());
  }
  case llvm::Instruction::FPToSI:
  case llvm::Instruction::FPToUI: {
    const llvm::APFloat value(semanticsOf(kind), bits);
    llvm::APSInt out(width, step.detail == llvm::Instruction::FPToUI);
    bool exact = false;
    const auto status = value.convertToInteger(out, llvm::APFloat::rmTowardZero, &exact);
    if ((status & llvm::APFloat::opInvalidOp) == 0)
      return setBits(machine, step.result, out);
    machine.reg(step.result) = machine.fresh(width, {}); // out of range: any value (rule R10)
    return true;
  }
  default: {
    llvm::APFloat value(semanticsOf(kind), bits);
    bool lost = false;
    value.convert(semanticsOf(target), kRounding, &lost);
    return setBits(machine, step.result, value.bitcastToAPInt());
  }
  }
}

bool callWide(Decisions &machine, const Step &step, llvm::APFloat a) {
  if (step.extra == llvm::Intrinsic::fabs) {
    a.clearSign();
    return setBits(machine, step.result, a.bitcastToAPInt());
  }
  if (step.extra != llvm::Intrinsic::fmuladd && step.extra != llvm::Intrinsic::fma)
    return stopAtFloatIntrinsic(machine);
  llvm::APInt factor;
  llvm::APInt summand;
  if (!bitsOf(machine, step.b, step.width, factor) || !bitsOf(machine, step.c, step.width, summand))
    return stopAtSymbolicFloat(machine);
  const llvm::APFloat b(a.getSemantics(), factor);
  const llvm::APFloat c(a.getSemantics(), summand);
  if (step.extra == llvm::Intrinsic::fma) {
    a.fusedMultiplyAdd(b, c, kRounding);
  } else {
    a.multiply(b, kRounding);
    a.add(c, kRounding);
  }
  return setBits(machine, step.result, a.bitcastToAPInt());
}

bool compareWide(Decisions &machine, const Step &step, const llvm::APFloat &a,
                 const llvm::APFloat &b) {
  const auto order = a.compare(b);
  return setTruth(machine, step.result,
                  compareBy(step.detail, order == llvm::APFloat::cmpLessThan,
                            order == llvm::APFloat::cmpEqual,
                            order == llvm::APFloat::cmpUnordered));
}

bool computeWide(Decisions &machine, const Step &step, llvm::APFloat a, const llvm::APFloat &b) {
  switch (step.detail) {
  case llvm::Instruction::FAdd:
    a.add(b, kRounding);
    break;
  case llvm::Instruction::FSub:
    a.subtract(b, kRounding);
    break;
  case llvm::Instruction::FMul:
    a.multiply(b, kRounding);
    break;
  case llvm::Instruction::FDiv:
    a.divide(b, kRounding);
    break;
  default:
    a.mod(b);
  }
  return setBits(machine, step.result, a.bitcastToAPInt());
}

bool executeWide(Decisions &machine, const Step &step) {
  llvm::APInt bits;
  if (!bitsOf(machine, step.a, step.width, bits))
    return stopAtSymbolicFloat(machine);
  llvm::APFloat a(semanticsOf(kindOf(step)), bits);
  if (step.op == Micro::FloatNegate) {
    a.changeSign();
    return setBits(machine, step.result, a.bitcastToAPInt());
  }
  if (step.op == Micro::FloatIntrinsic)
    return callWide(machine, step, std::move(a));
  if (!bitsOf(machine, step.b, step.width, bits))
    return stopAtSymbolicFloat(machine);
  const llvm::APFloat b(a.getSemantics(), bits);
  return step.op == Micro::FloatCompare ? compareWide(machine, step, a, b)
                                        : computeWide(machine, step, std::move(a), b);
}

} // namespace

bool executeFloat(Decisions &machine, const Step &step) {
  const bool native = isNative(kindOf(step));
  const bool hasSecond = step.op == Micro::FloatBinary || step.op == Micro::FloatCompare;
  if (native && !(machine.get(step.a).isNumber() && (!hasSecond || machine.get(step.b).isNumber())))
    return stopAtSymbolicFloat(machine);
  if (step.op == Micro::FloatCast)
    return castFloat(machine, step);
  if (!native)
    return executeWide(machine, step);
  switch (step.op) {
  case Micro::FloatNegate:
    machine.reg(step.result) = {machine.get(step.a).bits ^ (std::uint64_t{1} << (step.width - 1)),
                                {}};
    return true;
  case Micro::FloatCompare:
    return compareNative(machine, step);
  case Micro::FloatIntrinsic:
    return callNative(machine, step);
  default:
    return computeNative(machine, step) || executeWide(machine, step);
  }
}

} // namespace raceward
