// LLVM's intrinsics on integers without side effects. Written once, on terms: numbers fold.
#include "Interpreter.h"

#include <llvm/IR/Intrinsics.h>

#include <bit>

namespace raceward {

bool Interpreter::intrinsic(const Step &step) {
  const Value va = get(step.a);
  const unsigned width = step.width;
  const auto id = static_cast<llvm::Intrinsic::ID>(step.extra);

  const bool isCount = id == llvm::Intrinsic::ctlz || id == llvm::Intrinsic::cttz;
  const bool zeroIsPoison = isCount && get(step.b).isNumber() && get(step.b).bits != 0;
  if (va.isNumber()) { // frequent ones without a short term
    switch (id) {
    case llvm::Intrinsic::ctpop:
      reg(step.result) = {static_cast<std::uint64_t>(std::popcount(va.bits)), {}};
      return true;
    case llvm::Intrinsic::ctlz:
    case llvm::Intrinsic::cttz:
      if (va.bits == 0) // any value, if the program promised that it is not zero
        reg(step.result) =
            zeroIsPoison && inputs_ == InputPolicy::Symbolic ? fresh(width, {}) : Value{width, {}};
      else
        reg(step.result) = {id == llvm::Intrinsic::ctlz
                                ? static_cast<std::uint64_t>(std::countl_zero(va.bits)) -
                                      (64 - width)
                                : static_cast<std::uint64_t>(std::countr_zero(va.bits)),
                            {}};
      return true;
    case llvm::Intrinsic::ptrmask:
      if (const Value &mask = get(step.b); mask.isNumber()) {
        reg(step.result) = {va.bits & mask.bits, {}};
        return true;
      }
      break;
    default:
      break;
    }
  }
  if (width == 1)
    return stopWithGap(GapKind::UnsupportedInstruction, "an intrinsic on a single bit");

  const Term a = toTerm(va, width);
  const auto second = [&] { return toTerm(get(step.b), width); };
  const auto set = [&](Term term) {
    reg(step.result) = toValue(term);
    return true;
  };
  const auto constant = [&](std::uint64_t bits) { return arena_.constant(width, bits); };
  const auto pair = [&](Term value, Term overflow) {
    reg(step.result) = toValue(value);
    reg(step.result + 1) = toValue(overflow);
    return true;
  };
  const bool isSigned = id == llvm::Intrinsic::sadd_with_overflow ||
                        id == llvm::Intrinsic::ssub_with_overflow ||
                        id == llvm::Intrinsic::smul_with_overflow ||
                        id == llvm::Intrinsic::sadd_sat || id == llvm::Intrinsic::ssub_sat;
  // Wide enough that nothing overflows.
  const unsigned roomy = 2 * width;
  const auto wide = [&](Term term) {
    return isSigned ? arena_.sext(term, roomy) : arena_.zext(term, roomy);
  };
  const auto withOverflow = [&](Term roomyResult) {
    const Term narrow = arena_.extract(roomyResult, width - 1, 0);
    return pair(narrow, arena_.distinct(wide(narrow), roomyResult));
  };

  switch (id) {
  case llvm::Intrinsic::sadd_with_overflow:
  case llvm::Intrinsic::uadd_with_overflow:
    return withOverflow(arena_.add(wide(a), wide(second())));
  case llvm::Intrinsic::ssub_with_overflow:
  case llvm::Intrinsic::usub_with_overflow:
    return withOverflow(arena_.sub(wide(a), wide(second())));
  case llvm::Intrinsic::smul_with_overflow:
  case llvm::Intrinsic::umul_with_overflow:
    return withOverflow(arena_.mul(wide(a), wide(second())));
  case llvm::Intrinsic::uadd_sat: {
    const Term sum = arena_.add(a, second());
    return set(arena_.ite(arena_.ult(sum, a), arena_.constant(BitVector::ones(width)), sum));
  }
  case llvm::Intrinsic::usub_sat:
    return set(arena_.ite(arena_.ult(a, second()), constant(0), arena_.sub(a, second())));
  case llvm::Intrinsic::sadd_sat:
  case llvm::Intrinsic::ssub_sat: {
    const Term exact = id == llvm::Intrinsic::sadd_sat ? arena_.add(wide(a), wide(second()))
                                                       : arena_.sub(wide(a), wide(second()));
    const Term least = arena_.constant(BitVector::signedMin(width));
    const Term most = arena_.constant(BitVector::signedMin(width).bitNot());
    return set(arena_.ite(
        arena_.slt(exact, wide(least)), least,
        arena_.ite(arena_.slt(wide(most), exact), most, arena_.extract(exact, width - 1, 0))));
  }
  case llvm::Intrinsic::abs:
    return set(arena_.ite(arena_.slt(a, constant(0)), arena_.neg(a), a));
  case llvm::Intrinsic::smax:
    return set(arena_.ite(arena_.slt(a, second()), second(), a));
  case llvm::Intrinsic::smin:
    return set(arena_.ite(arena_.slt(a, second()), a, second()));
  case llvm::Intrinsic::umax:
    return set(arena_.ite(arena_.ult(a, second()), second(), a));
  case llvm::Intrinsic::umin:
    return set(arena_.ite(arena_.ult(a, second()), a, second()));
  case llvm::Intrinsic::bswap: {
    Term out = arena_.extract(a, 7, 0);
    for (unsigned low = 8; low < width; low += 8)
      out = arena_.concat(out, arena_.extract(a, low + 7, low));
    return set(out);
  }
  case llvm::Intrinsic::bitreverse: {
    Term out = arena_.extract(a, 0, 0);
    for (unsigned bit = 1; bit < width; ++bit)
      out = arena_.concat(out, arena_.extract(a, bit, bit));
    return set(out);
  }
  case llvm::Intrinsic::fshl:
  case llvm::Intrinsic::fshr: {
    const Term whole = arena_.concat(a, second());
    const Term amount =
        arena_.zext(arena_.urem(toTerm(get(step.c), width), constant(width)), roomy);
    return set(id == llvm::Intrinsic::fshl
                   ? arena_.extract(arena_.shl(whole, amount), roomy - 1, width)
                   : arena_.extract(arena_.lshr(whole, amount), width - 1, 0));
  }
  case llvm::Intrinsic::ctpop: {
    Term sum = constant(0);
    for (unsigned bit = 0; bit < width; ++bit)
      sum = arena_.add(sum, arena_.zext(arena_.extract(a, bit, bit), width));
    return set(sum);
  }
  case llvm::Intrinsic::ctlz:
  case llvm::Intrinsic::cttz: {
    Term out = constant(width);
    for (unsigned i = 0; i < width; ++i) {
      // Built from the inside out: the test of the most decisive bit is outermost.
      const unsigned bit = id == llvm::Intrinsic::ctlz ? i : width - 1 - i;
      const unsigned zeros = id == llvm::Intrinsic::ctlz ? width - 1 - bit : bit;
      out = arena_.ite(arena_.equal(arena_.extract(a, bit, bit), arena_.constant(1, 1)),
                       constant(zeros), out);
    }
    if (zeroIsPoison) {
      const Term isZero = arena_.equal(a, constant(0));
      const May possible = may(isZero);
      if (stop_.why == Stop::Why::Error)
        return false;
      if (possible.sat != Sat::No)
        out = arena_.ite(isZero, toTerm(fresh(width, {}), width), out);
    }
    return set(out);
  }
  default:
    return stopWithGap(GapKind::UnsupportedInstruction, "the intrinsic " +
                                                            llvm::Intrinsic::getBaseName(id).str() +
                                                            " cannot be executed");
  }
}

} // namespace raceward
