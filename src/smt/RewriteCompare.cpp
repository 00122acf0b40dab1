// Comparisons of bit-vectors.
#include "raceward/base/Check.h"
#include "raceward/smt/TermArena.h"

namespace raceward {

namespace {

BitVector signedMax(std::uint32_t width) {
  return BitVector::signedMin(width).bitNot();
}

} // namespace

Term TermArena::ult(Term a, Term b) {
  requireSameBits(a, b);
  if (rewriting()) {
    if (a == b)
      return by(Rule::CompareSame, false_);
    if (isConstant(a) && isConstant(b))
      return by(Rule::CompareConstants, boolean(value(a).ult(value(b))));
    if (isZero(b) || isOnes(a))
      return by(Rule::UltBounds, false_);
    if (isOne(b))
      return by(Rule::UltBounds, equal(a, constant(width(a), 0)));
    if (isZero(a) || isOnes(b))
      return by(Rule::UltBounds, distinct(a, b));
    if (const Term simpler = compareExtensions(TermKind::Ult, a, b); simpler.valid())
      return simpler;
  }
  return make(TermKind::Ult, Sort::boolean(), a, b);
}

Term TermArena::ule(Term a, Term b) {
  requireSameBits(a, b);
  if (rewriting()) {
    if (a == b)
      return by(Rule::CompareSame, true_);
    if (isConstant(a) && isConstant(b))
      return by(Rule::CompareConstants, boolean(value(a).ule(value(b))));
    if (isZero(a) || isOnes(b))
      return by(Rule::UleBounds, true_);
    if (isOne(a))
      return by(Rule::UleBounds, distinct(b, constant(width(a), 0)));
    if (isZero(b) || isOnes(a))
      return by(Rule::UleBounds, equal(a, b));
    if (const Term simpler = compareExtensions(TermKind::Ule, a, b); simpler.valid())
      return simpler;
  }
  return make(TermKind::Ule, Sort::boolean(), a, b);
}

Term TermArena::slt(Term a, Term b) {
  requireSameBits(a, b);
  if (rewriting()) {
    if (a == b)
      return by(Rule::CompareSame, false_);
    if (isConstant(a) && isConstant(b))
      return by(Rule::CompareConstants, boolean(value(a).slt(value(b))));
    const Term least = constant(BitVector::signedMin(width(a)));
    const Term greatest = constant(signedMax(width(a)));
    if (b == least || a == greatest)
      return by(Rule::SltBounds, false_);
    if (a == least || b == greatest)
      return by(Rule::SltBounds, distinct(a, b));
    if (const Term simpler = compareExtensions(TermKind::Slt, a, b); simpler.valid())
      return simpler;
  }
  return make(TermKind::Slt, Sort::boolean(), a, b);
}

Term TermArena::sle(Term a, Term b) {
  requireSameBits(a, b);
  if (rewriting()) {
    if (a == b)
      return by(Rule::CompareSame, true_);
    if (isConstant(a) && isConstant(b))
      return by(Rule::CompareConstants, boolean(value(a).sle(value(b))));
    const Term least = constant(BitVector::signedMin(width(a)));
    const Term greatest = constant(signedMax(width(a)));
    if (a == least || b == greatest)
      return by(Rule::SleBounds, true_);
    if (b == least || a == greatest)
      return by(Rule::SleBounds, equal(a, b));
    if (const Term simpler = compareExtensions(TermKind::Sle, a, b); simpler.valid())
      return simpler;
  }
  return make(TermKind::Sle, Sort::boolean(), a, b);
}

/// Compares at the width before the extension: C promotes everything to int.
Term TermArena::compareExtensions(TermKind kind, Term a, Term b) {
  const TermNode x = node(a);
  const TermNode y = node(b);
  const bool isSigned = kind == TermKind::Slt || kind == TermKind::Sle;
  const bool strict = kind == TermKind::Ult || kind == TermKind::Slt;
  const auto compare = [&](bool asSigned, Term left, Term right) {
    if (asSigned)
      return strict ? slt(left, right) : sle(left, right);
    return strict ? ult(left, right) : ule(left, right);
  };
  if (x.kind == TermKind::SExt && y.kind == TermKind::SExt && sort(x.a) == sort(y.a) && isSigned)
    return by(Rule::SignedSExts, compare(true, x.a, y.a));
  if (x.kind == TermKind::ZExt && y.kind == TermKind::ZExt && sort(x.a) == sort(y.a))
    return by(isSigned ? Rule::SignedZExts : Rule::UnsignedZExts, compare(false, x.a, y.a));

  // Against a constant. A zero-extended value is never negative, so a signed comparison with a
  // non-negative constant is an unsigned one.
  if (x.kind == TermKind::ZExt && isConstant(b)) {
    const BitVector c = value(b);
    if (isSigned && c.isNegative())
      return by(Rule::UnsignedZExtConstant, false_);
    const BitVector low = c.extract(width(x.a) - 1, 0);
    if (low.zext(c.width()) != c)
      return by(Rule::UnsignedZExtConstant, true_);
    return by(Rule::UnsignedZExtConstant, compare(false, x.a, constant(low)));
  }
  if (y.kind == TermKind::ZExt && isConstant(a)) {
    const BitVector c = value(a);
    if (isSigned && c.isNegative())
      return by(Rule::UnsignedZExtConstant, true_);
    const BitVector low = c.extract(width(y.a) - 1, 0);
    if (low.zext(c.width()) != c)
      return by(Rule::UnsignedZExtConstant, false_);
    return by(Rule::UnsignedZExtConstant, compare(false, constant(low), y.a));
  }
  return {};
}

} // namespace raceward
