// What the rules ask of terms. The constructors with rules are in Rewrite*.cpp.
#include "raceward/smt/TermArena.h"

#include "raceward/base/Check.h"

namespace raceward {

bool TermArena::areComplements(Term a, Term b) const {
  const TermNode &x = node(a);
  const TermNode &y = node(b);
  const auto negates = [](const TermNode &outer, Term inner) {
    return (outer.kind == TermKind::Not || outer.kind == TermKind::BvNot) && outer.a == inner;
  };
  if (negates(x, b) || negates(y, a))
    return true;
  // A negated comparison is the opposite comparison: a < b against b <= a.
  const auto opposite = [](const TermNode &strict, const TermNode &weak) {
    return ((strict.kind == TermKind::Ult && weak.kind == TermKind::Ule) ||
            (strict.kind == TermKind::Slt && weak.kind == TermKind::Sle)) &&
           strict.a == weak.b && strict.b == weak.a;
  };
  return opposite(x, y) || opposite(y, x);
}

/// Different constants, or the same term plus different constants. Incomplete: false for most terms
/// that can never be equal.
bool TermArena::neverEqual(Term a, Term b) const {
  if (a == b)
    return false;
  if (isConstant(a) && isConstant(b))
    return true;
  const auto offset = [this](Term term) {
    const TermNode &n = node(term);
    return n.kind == TermKind::Add && isConstant(n.b) ? n.b : Term();
  };
  const Term x = offset(a);
  const Term y = offset(b);
  if (x.valid() && y.valid())
    return node(a).a == node(b).a && x != y;
  if (x.valid())
    return node(a).a == b && !isZero(x);
  if (y.valid())
    return node(b).a == a && !isZero(y);
  return false;
}

void TermArena::requireSameBits(Term a, Term b) const {
  RW_CHECK(sort(a).isBits() && sort(a) == sort(b));
}

/// Constants last, otherwise older terms first: a normal form for commutative operations.
void TermArena::orderOperands(Term &a, Term &b) const {
  const auto rank = [this](Term term) {
    const TermKind k = kind(term);
    return k == TermKind::Constant || k == TermKind::True || k == TermKind::False ? 1 : 0;
  };
  if (rank(a) > rank(b) || (rank(a) == rank(b) && b < a))
    std::swap(a, b);
}

} // namespace raceward
