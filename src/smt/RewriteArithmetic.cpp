// Arithmetic, bitwise operations and shifts.
#include "raceward/base/Check.h"
#include "raceward/smt/TermArena.h"

#include "Fold.h"

namespace raceward {

Term TermArena::foldBinary(TermKind kind, Term a, Term b) {
  if (!isConstant(a) || !isConstant(b))
    return {};
  return by(Rule::FoldBinary, constant(foldBits(kind, value(a), value(b))));
}

/// (x op c) op d is x op (c op d), for associative and commutative operations.
Term TermArena::reassociate(TermKind kind, Term a, Term b) {
  const TermNode n = node(a);
  if (!isConstant(b) || n.kind != kind || !isConstant(n.b))
    return {};
  const Term folded = constant(foldBits(kind, value(n.b), value(b)));
  switch (kind) {
  case TermKind::Add:
    return by(Rule::ReassociateConstants, add(n.a, folded));
  case TermKind::Mul:
    return by(Rule::ReassociateConstants, mul(n.a, folded));
  case TermKind::BvAnd:
    return by(Rule::ReassociateConstants, bvAnd(n.a, folded));
  case TermKind::BvOr:
    return by(Rule::ReassociateConstants, bvOr(n.a, folded));
  case TermKind::BvXor:
    return by(Rule::ReassociateConstants, bvXor(n.a, folded));
  default:
    return {};
  }
}

Term TermArena::bvNot(Term a) {
  RW_CHECK(sort(a).isBits());
  if (rewriting()) {
    if (isConstant(a))
      return by(Rule::FoldUnary, constant(value(a).bitNot()));
    if (is(a, TermKind::BvNot))
      return by(Rule::BvNotNot, node(a).a);
  }
  return make(TermKind::BvNot, sort(a), a);
}

Term TermArena::neg(Term a) {
  RW_CHECK(sort(a).isBits());
  if (rewriting()) {
    if (isConstant(a))
      return by(Rule::FoldUnary, constant(value(a).neg()));
    if (is(a, TermKind::BvNeg))
      return by(Rule::NegNeg, node(a).a);
  }
  return make(TermKind::BvNeg, sort(a), a);
}

Term TermArena::bvAnd(Term a, Term b) {
  requireSameBits(a, b);
  if (rewriting()) {
    orderOperands(a, b);
    if (const Term folded = foldBinary(TermKind::BvAnd, a, b); folded.valid())
      return folded;
    if (isZero(b))
      return by(Rule::BvAndZero, b);
    if (isOnes(b))
      return by(Rule::BvAndOnes, a);
    if (a == b)
      return by(Rule::BvAndSame, a);
    if (areComplements(a, b))
      return by(Rule::BvAndComplement, constant(width(a), 0));
    if (const Term shorter = reassociate(TermKind::BvAnd, a, b); shorter.valid())
      return shorter;
    if (isConstant(b))
      if (const auto bits = value(b).lowMask())
        return by(Rule::BvAndLowMask, zext(extract(a, *bits - 1, 0), width(a)));
  }
  return make(TermKind::BvAnd, sort(a), a, b);
}

Term TermArena::bvOr(Term a, Term b) {
  requireSameBits(a, b);
  if (rewriting()) {
    orderOperands(a, b);
    if (const Term folded = foldBinary(TermKind::BvOr, a, b); folded.valid())
      return folded;
    if (isZero(b))
      return by(Rule::BvOrZero, a);
    if (isOnes(b))
      return by(Rule::BvOrOnes, b);
    if (a == b)
      return by(Rule::BvOrSame, a);
    if (areComplements(a, b))
      return by(Rule::BvOrComplement, constant(BitVector::ones(width(a))));
    if (const Term shorter = reassociate(TermKind::BvOr, a, b); shorter.valid())
      return shorter;
  }
  return make(TermKind::BvOr, sort(a), a, b);
}

Term TermArena::bvXor(Term a, Term b) {
  requireSameBits(a, b);
  if (rewriting()) {
    orderOperands(a, b);
    if (const Term folded = foldBinary(TermKind::BvXor, a, b); folded.valid())
      return folded;
    if (isZero(b))
      return by(Rule::BvXorZero, a);
    if (isOnes(b))
      return by(Rule::BvXorOnes, bvNot(a));
    if (a == b)
      return by(Rule::BvXorSame, constant(width(a), 0));
    if (const Term shorter = reassociate(TermKind::BvXor, a, b); shorter.valid())
      return shorter;
  }
  return make(TermKind::BvXor, sort(a), a, b);
}

Term TermArena::add(Term a, Term b) {
  requireSameBits(a, b);
  if (rewriting()) {
    orderOperands(a, b);
    if (const Term folded = foldBinary(TermKind::Add, a, b); folded.valid())
      return folded;
    if (isZero(b))
      return by(Rule::AddZero, a);
    const auto negates = [this](Term outer, Term inner) {
      return is(outer, TermKind::BvNeg) && node(outer).a == inner;
    };
    if (negates(a, b) || negates(b, a))
      return by(Rule::AddNegation, constant(width(a), 0));
    if (const Term shorter = reassociate(TermKind::Add, a, b); shorter.valid())
      return shorter;
  }
  return make(TermKind::Add, sort(a), a, b);
}

Term TermArena::sub(Term a, Term b) {
  requireSameBits(a, b);
  if (rewriting()) {
    if (a == b)
      return by(Rule::SubSame, constant(width(a), 0));
    if (isConstant(b))
      return by(Rule::SubConstant, add(a, constant(value(b).neg())));
    if (isZero(a))
      return by(Rule::SubFromZero, neg(b));
  }
  return make(TermKind::Sub, sort(a), a, b);
}

Term TermArena::mul(Term a, Term b) {
  requireSameBits(a, b);
  if (rewriting()) {
    orderOperands(a, b);
    if (const Term folded = foldBinary(TermKind::Mul, a, b); folded.valid())
      return folded;
    if (isZero(b))
      return by(Rule::MulZero, b);
    if (isOne(b))
      return by(Rule::MulOne, a);
    if (const Term shorter = reassociate(TermKind::Mul, a, b); shorter.valid())
      return shorter;
    if (isConstant(b))
      if (const auto exponent = value(b).log2())
        return by(Rule::MulPowerOfTwo, shl(a, constant(width(a), *exponent)));
  }
  return make(TermKind::Mul, sort(a), a, b);
}

Term TermArena::udiv(Term a, Term b) {
  requireSameBits(a, b);
  if (rewriting()) {
    if (const Term folded = foldBinary(TermKind::UDiv, a, b); folded.valid())
      return folded;
    if (isOne(b))
      return by(Rule::UDivOne, a);
    if (isConstant(b))
      if (const auto exponent = value(b).log2())
        return by(Rule::UDivPowerOfTwo, lshr(a, constant(width(a), *exponent)));
  }
  return make(TermKind::UDiv, sort(a), a, b);
}

Term TermArena::urem(Term a, Term b) {
  requireSameBits(a, b);
  if (rewriting()) {
    if (const Term folded = foldBinary(TermKind::URem, a, b); folded.valid())
      return folded;
    if (isOne(b))
      return by(Rule::URemOne, constant(width(a), 0));
    if (isConstant(b))
      if (const auto exponent = value(b).log2())
        return by(Rule::URemPowerOfTwo, zext(extract(a, *exponent - 1, 0), width(a)));
  }
  return make(TermKind::URem, sort(a), a, b);
}

Term TermArena::sdiv(Term a, Term b) {
  requireSameBits(a, b);
  if (rewriting()) {
    if (const Term folded = foldBinary(TermKind::SDiv, a, b); folded.valid())
      return folded;
    // In one bit, 1 is minus one.
    if (isOne(b) && width(b) > 1)
      return by(Rule::SDivOne, a);
  }
  return make(TermKind::SDiv, sort(a), a, b);
}

Term TermArena::srem(Term a, Term b) {
  requireSameBits(a, b);
  if (rewriting()) {
    if (const Term folded = foldBinary(TermKind::SRem, a, b); folded.valid())
      return folded;
    if (isOne(b))
      return by(Rule::SRemOne, constant(width(a), 0));
  }
  return make(TermKind::SRem, sort(a), a, b);
}

Term TermArena::shl(Term a, Term amount) {
  return shift(TermKind::Shl, a, amount);
}

Term TermArena::lshr(Term a, Term amount) {
  return shift(TermKind::LShr, a, amount);
}

Term TermArena::ashr(Term a, Term amount) {
  return shift(TermKind::AShr, a, amount);
}

/// A shift by a constant selects bits: as extract and concat it fuses with the bytes that memory
/// splits values into.
Term TermArena::shift(TermKind kind, Term a, Term amount) {
  requireSameBits(a, amount);
  if (!rewriting())
    return make(kind, sort(a), a, amount);
  if (const Term folded = foldBinary(kind, a, amount); folded.valid())
    return folded;
  if (isZero(amount))
    return by(Rule::ShiftByZero, a);
  if (isZero(a))
    return by(Rule::ShiftOfZero, a);
  if (!isConstant(amount))
    return make(kind, sort(a), a, amount);
  const BitVector by64 = value(amount);
  const std::uint32_t w = width(a);
  if (!by64.fits64() || by64.low64() >= w)
    return by(Rule::ShiftTooFar,
              kind == TermKind::AShr ? sext(extract(a, w - 1, w - 1), w) : constant(w, 0));
  const auto bits = static_cast<std::uint32_t>(by64.low64());
  if (kind == TermKind::Shl)
    return by(Rule::ShiftByConstant, concat(extract(a, w - 1 - bits, 0), constant(bits, 0)));
  const Term kept = extract(a, w - 1, bits);
  return by(Rule::ShiftByConstant, kind == TermKind::LShr ? zext(kept, w) : sext(kept, w));
}

} // namespace raceward
