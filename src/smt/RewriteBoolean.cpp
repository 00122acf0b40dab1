// Boolean connectives, equality and if-then-else.
#include "raceward/base/Check.h"
#include "raceward/smt/TermArena.h"

namespace raceward {

Term TermArena::lnot(Term a) {
  const TermNode n = node(a);
  RW_CHECK(n.sort.isBoolean());
  if (rewriting()) {
    if (a == true_ || a == false_)
      return by(Rule::NotConstant, boolean(a == false_));
    switch (n.kind) {
    case TermKind::Not:
      return by(Rule::NotNot, n.a);
    case TermKind::Ult:
      return by(Rule::NotComparison, ule(n.b, n.a));
    case TermKind::Ule:
      return by(Rule::NotComparison, ult(n.b, n.a));
    case TermKind::Slt:
      return by(Rule::NotComparison, sle(n.b, n.a));
    case TermKind::Sle:
      return by(Rule::NotComparison, slt(n.b, n.a));
    default:
      break;
    }
  }
  return make(TermKind::Not, Sort::boolean(), a);
}

Term TermArena::land(Term a, Term b) {
  RW_CHECK(sort(a).isBoolean() && sort(b).isBoolean());
  if (rewriting()) {
    orderOperands(a, b);
    if (b == true_)
      return by(Rule::AndConstant, a);
    if (b == false_)
      return by(Rule::AndConstant, false_);
    if (a == b)
      return by(Rule::AndSame, a);
    if (areComplements(a, b))
      return by(Rule::AndComplement, false_);
  }
  return make(TermKind::And, Sort::boolean(), a, b);
}

Term TermArena::lor(Term a, Term b) {
  RW_CHECK(sort(a).isBoolean() && sort(b).isBoolean());
  if (rewriting()) {
    orderOperands(a, b);
    if (b == false_)
      return by(Rule::OrConstant, a);
    if (b == true_)
      return by(Rule::OrConstant, true_);
    if (a == b)
      return by(Rule::OrSame, a);
    if (areComplements(a, b))
      return by(Rule::OrComplement, true_);
  }
  return make(TermKind::Or, Sort::boolean(), a, b);
}

Term TermArena::equal(Term a, Term b) {
  RW_CHECK(sort(a) == sort(b) && !sort(a).isArray());
  if (rewriting()) {
    orderOperands(a, b);
    if (a == b)
      return by(Rule::EqualSame, true_);
    if (sort(a).isBoolean()) {
      if (b == true_)
        return by(Rule::EqualBoolConstant, a);
      if (b == false_)
        return by(Rule::EqualBoolConstant, lnot(a));
    }
    if (areComplements(a, b))
      return by(Rule::EqualComplement, false_);
    if (neverEqual(a, b))
      return by(Rule::EqualConstants, false_);
    if (isConstant(b))
      if (const Term simpler = equalConstant(a, b); simpler.valid())
        return simpler;
  }
  return make(TermKind::Equal, Sort::boolean(), a, b);
}

/// Moves invertible operations from the term to the constant.
Term TermArena::equalConstant(Term a, Term b) {
  const TermNode n = node(a);
  const BitVector c = value(b);
  const auto hasConstant = [&] { return isConstant(n.b); };
  switch (n.kind) {
  case TermKind::Add:
    if (hasConstant())
      return by(Rule::EqualAddConstant, equal(n.a, constant(c.sub(value(n.b)))));
    break;
  case TermKind::BvXor:
    if (hasConstant())
      return by(Rule::EqualXorConstant, equal(n.a, constant(c.bitXor(value(n.b)))));
    break;
  case TermKind::BvNot:
    return by(Rule::EqualNotConstant, equal(n.a, constant(c.bitNot())));
  case TermKind::BvNeg:
    return by(Rule::EqualNegConstant, equal(n.a, constant(c.neg())));
  case TermKind::ZExt:
  case TermKind::SExt: {
    const BitVector low = c.extract(width(n.a) - 1, 0);
    const bool zero = n.kind == TermKind::ZExt;
    const Rule rule = zero ? Rule::EqualZExtConstant : Rule::EqualSExtConstant;
    const BitVector back = zero ? low.zext(c.width()) : low.sext(c.width());
    return by(rule, back == c ? equal(n.a, constant(low)) : false_);
  }
  case TermKind::Concat: {
    const std::uint32_t lowWidth = width(n.b);
    const Term high = equal(n.a, constant(c.extract(c.width() - 1, lowWidth)));
    const Term low = equal(n.b, constant(c.extract(lowWidth - 1, 0)));
    return by(Rule::EqualConcatConstant, land(high, low));
  }
  case TermKind::Ite:
    // Mostly the arms of a Boolean that was converted to a number.
    if (isConstant(n.b) && isConstant(n.c)) {
      const Term yes = boolean(n.b == b);
      const Term no = boolean(n.c == b);
      return by(Rule::EqualIteConstants, ite(n.a, yes, no));
    }
    break;
  default:
    break;
  }
  return {};
}

Term TermArena::ite(Term condition, Term then, Term otherwise) {
  RW_CHECK(sort(condition).isBoolean() && sort(then) == sort(otherwise));
  if (rewriting()) {
    if (condition == true_ || condition == false_)
      return by(Rule::IteConstant, condition == true_ ? then : otherwise);
    if (then == otherwise)
      return by(Rule::IteSame, then);
    if (is(condition, TermKind::Not))
      return by(Rule::IteNot, ite(node(condition).a, otherwise, then));
    if (sort(then).isBoolean()) {
      if (then == true_)
        return by(Rule::IteBool, lor(condition, otherwise));
      if (then == false_)
        return by(Rule::IteBool, land(lnot(condition), otherwise));
      if (otherwise == true_)
        return by(Rule::IteBool, lor(lnot(condition), then));
      if (otherwise == false_)
        return by(Rule::IteBool, land(condition, then));
    }
    if (is(then, TermKind::Ite) && node(then).a == condition)
      return by(Rule::IteNested, ite(condition, node(then).b, otherwise));
    if (is(otherwise, TermKind::Ite) && node(otherwise).a == condition)
      return by(Rule::IteNested, ite(condition, then, node(otherwise).c));
  }
  return make(TermKind::Ite, sort(then), condition, then, otherwise);
}

} // namespace raceward
