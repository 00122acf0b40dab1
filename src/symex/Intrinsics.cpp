#include "Intrinsics.h"

#include <llvm/IR/Intrinsics.h>

#include <bit>

namespace raceward {

namespace {

using llvm::Intrinsic::ID;

/// One call of an intrinsic. Written once, on terms: numbers fold.
class IntrinsicCall {
public:
  IntrinsicCall(Decisions &machine, const Step &step)
      : machine_(machine), arena_(machine.arena()), step_(step), id_(static_cast<ID>(step.extra)),
        width_(step.width) {}

  bool execute() {
    if (const Value a = machine_.get(step_.a); a.isNumber() && executeOnNumber(a.bits))
      return true;
    if (width_ == 1)
      return machine_.stopWithGap(GapKind::UnsupportedInstruction, "an intrinsic on a single bit");
    a_ = machine_.toTerm(machine_.get(step_.a), width_);
    switch (id_) {
    case llvm::Intrinsic::sadd_with_overflow:
    case llvm::Intrinsic::uadd_with_overflow:
      return setWithOverflow(arena_.add(wide(a_), wide(second())));
    case llvm::Intrinsic::ssub_with_overflow:
    case llvm::Intrinsic::usub_with_overflow:
      return setWithOverflow(arena_.sub(wide(a_), wide(second())));
    case llvm::Intrinsic::smul_with_overflow:
    case llvm::Intrinsic::umul_with_overflow:
      return setWithOverflow(arena_.mul(wide(a_), wide(second())));
    case llvm::Intrinsic::uadd_sat: {
      const Term sum = arena_.add(a_, second());
      return set(arena_.ite(arena_.ult(sum, a_), arena_.constant(BitVector::ones(width_)), sum));
    }
    case llvm::Intrinsic::usub_sat:
      return set(arena_.ite(arena_.ult(a_, second()), constant(0), arena_.sub(a_, second())));
    case llvm::Intrinsic::sadd_sat:
      return set(saturated(arena_.add(wide(a_), wide(second()))));
    case llvm::Intrinsic::ssub_sat:
      return set(saturated(arena_.sub(wide(a_), wide(second()))));
    case llvm::Intrinsic::abs:
      return set(arena_.ite(arena_.slt(a_, constant(0)), arena_.neg(a_), a_));
    case llvm::Intrinsic::smax:
      return set(arena_.ite(arena_.slt(a_, second()), second(), a_));
    case llvm::Intrinsic::smin:
      return set(arena_.ite(arena_.slt(a_, second()), a_, second()));
    case llvm::Intrinsic::umax:
      return set(arena_.ite(arena_.ult(a_, second()), second(), a_));
    case llvm::Intrinsic::umin:
      return set(arena_.ite(arena_.ult(a_, second()), a_, second()));
    case llvm::Intrinsic::bswap:
      return set(inReverse(8));
    case llvm::Intrinsic::bitreverse:
      return set(inReverse(1));
    case llvm::Intrinsic::fshl:
    case llvm::Intrinsic::fshr:
      return set(funnelShift());
    case llvm::Intrinsic::ctpop:
      return set(countOfOnes());
    case llvm::Intrinsic::ctlz:
    case llvm::Intrinsic::cttz:
      return setCountOfZeros();
    default:
      return machine_.stopWithGap(GapKind::UnsupportedInstruction,
                                  "the intrinsic " + llvm::Intrinsic::getBaseName(id_).str() +
                                      " cannot be executed");
    }
  }

private:
  /// Frequent ones without a short term. False for others.
  bool executeOnNumber(std::uint64_t a) {
    switch (id_) {
    case llvm::Intrinsic::ctpop:
      return setNumber(static_cast<std::uint64_t>(std::popcount(a)));
    case llvm::Intrinsic::ctlz:
    case llvm::Intrinsic::cttz:
      if (a != 0)
        return setNumber(id_ == llvm::Intrinsic::ctlz
                             ? static_cast<std::uint64_t>(std::countl_zero(a)) - (64 - width_)
                             : static_cast<std::uint64_t>(std::countr_zero(a)));
      // Any value, if the program promised that it is not zero.
      if (!zeroIsPoison() || machine_.inputs() != InputPolicy::Symbolic)
        return setNumber(width_);
      machine_.reg(step_.result) = machine_.fresh(width_, {});
      return true;
    case llvm::Intrinsic::ptrmask: {
      const Value &mask = machine_.get(step_.b);
      return mask.isNumber() && setNumber(a & mask.bits);
    }
    default:
      return false;
    }
  }

  [[nodiscard]] bool zeroIsPoison() const {
    const Value &flag = machine_.get(step_.b);
    return flag.isNumber() && flag.bits != 0;
  }

  Term second() { return machine_.toTerm(machine_.get(step_.b), width_); }
  Term constant(std::uint64_t bits) { return arena_.constant(width_, bits); }

  bool setNumber(std::uint64_t bits) {
    machine_.reg(step_.result) = {bits, {}};
    return true;
  }
  bool set(Term term) {
    machine_.reg(step_.result) = machine_.toValue(term);
    return true;
  }
  bool setWithOverflow(Term roomyResult) {
    const Term narrow = arena_.extract(roomyResult, width_ - 1, 0);
    const Term overflow = arena_.distinct(wide(narrow), roomyResult);
    machine_.reg(step_.result) = machine_.toValue(narrow);
    machine_.reg(step_.result + 1) = machine_.toValue(overflow);
    return true;
  }

  [[nodiscard]] bool isSigned() const {
    return id_ == llvm::Intrinsic::sadd_with_overflow ||
           id_ == llvm::Intrinsic::ssub_with_overflow ||
           id_ == llvm::Intrinsic::smul_with_overflow || id_ == llvm::Intrinsic::sadd_sat ||
           id_ == llvm::Intrinsic::ssub_sat;
  }
  /// Wide enough that nothing overflows.
  [[nodiscard]] unsigned roomy() const { return 2 * width_; }
  Term wide(Term term) {
    return isSigned() ? arena_.sext(term, roomy()) : arena_.zext(term, roomy());
  }

  Term saturated(Term exact) {
    const Term least = arena_.constant(BitVector::signedMin(width_));
    const Term most = arena_.constant(BitVector::signedMin(width_).bitNot());
    return arena_.ite(
        arena_.slt(exact, wide(least)), least,
        arena_.ite(arena_.slt(wide(most), exact), most, arena_.extract(exact, width_ - 1, 0)));
  }

  /// The groups of bits in the opposite order.
  Term inReverse(unsigned bits) {
    Term out = arena_.extract(a_, bits - 1, 0);
    for (unsigned low = bits; low < width_; low += bits)
      out = arena_.concat(out, arena_.extract(a_, low + bits - 1, low));
    return out;
  }

  Term funnelShift() {
    const Term whole = arena_.concat(a_, second());
    const Term third = machine_.toTerm(machine_.get(step_.c), width_);
    const Term amount = arena_.zext(arena_.urem(third, constant(width_)), roomy());
    return id_ == llvm::Intrinsic::fshl
               ? arena_.extract(arena_.shl(whole, amount), roomy() - 1, width_)
               : arena_.extract(arena_.lshr(whole, amount), width_ - 1, 0);
  }

  Term countOfOnes() {
    Term sum = constant(0);
    for (unsigned bit = 0; bit < width_; ++bit)
      sum = arena_.add(sum, arena_.zext(arena_.extract(a_, bit, bit), width_));
    return sum;
  }

  bool setCountOfZeros() {
    const bool leading = id_ == llvm::Intrinsic::ctlz;
    Term out = constant(width_);
    for (unsigned i = 0; i < width_; ++i) {
      // Built from the inside out: the test of the most decisive bit is outermost.
      const unsigned bit = leading ? i : width_ - 1 - i;
      const unsigned zeros = leading ? width_ - 1 - bit : bit;
      out = arena_.ite(arena_.equal(arena_.extract(a_, bit, bit), arena_.constant(1, 1)),
                       constant(zeros), out);
    }
    if (!zeroIsPoison())
      return set(out);
    const Term isZero = arena_.equal(a_, constant(0));
    const Decisions::May possible = machine_.may(isZero);
    if (machine_.isBroken())
      return false;
    if (possible.sat != Sat::No)
      out = arena_.ite(isZero, machine_.toTerm(machine_.fresh(width_, {}), width_), out);
    return set(out);
  }

  Decisions &machine_;
  TermArena &arena_;
  const Step &step_;
  const ID id_;
  const unsigned width_;
  Term a_;
};

} // namespace

bool executeIntrinsic(Decisions &machine, const Step &step) {
  return IntrinsicCall(machine, step).execute();
}

} // namespace raceward
