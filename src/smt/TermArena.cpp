// Storage and sharing of terms. The constructors with rules are in Rewrite*.cpp.
#include "raceward/smt/TermArena.h"

#include "raceward/base/Check.h"

namespace raceward {

std::size_t TermArena::Hash::operator()(const TermNode &node) const noexcept {
  std::uint64_t h = static_cast<std::uint64_t>(node.kind);
  const auto mix = [&h](std::uint64_t value) {
    h = (h ^ value) * 0x9E3779B97F4A7C15U;
    h ^= h >> 29;
  };
  mix((std::uint64_t{node.sort.width()} << 32) | node.sort.indexWidth());
  mix((std::uint64_t{node.a.index()} << 32) | node.b.index());
  mix(node.payload ^ (std::uint64_t{node.c.index()} << 20));
  return h;
}

TermArena::TermArena(Rewriting rewriting) : rewriting_(rewriting) {
  false_ = make(TermKind::False, Sort::boolean(), {});
  true_ = make(TermKind::True, Sort::boolean(), {});
}

Term TermArena::intern(const TermNode &node) {
  const auto [found, isNew] = known_.try_emplace(node, Term(nodes_.size()));
  if (isNew) {
    RW_CHECK(nodes_.size() < UINT32_MAX);
    nodes_.push_back(node);
  }
  return found->second;
}

Term TermArena::constant(const BitVector &value) {
  std::uint64_t payload = value.low64();
  if (value.width() > 64) {
    const auto [found, isNew] = wideNumbers_.try_emplace(value, wide_.size());
    if (isNew)
      wide_.push_back(value);
    payload = found->second;
  }
  return make(TermKind::Constant, Sort::bits(value.width()), {}, {}, {}, payload);
}

Term TermArena::variable(std::string_view name, Sort sort) {
  const auto found = variables_.find(name);
  if (found != variables_.end()) {
    RW_CHECK(this->sort(found->second) == sort);
    return found->second;
  }
  const Term term = make(TermKind::Variable, sort, {}, {}, {}, names_.size());
  names_.emplace_back(name);
  variables_.emplace(name, term);
  return term;
}

BitVector TermArena::value(Term term) const {
  const TermNode &n = node(term);
  RW_CHECK(n.kind == TermKind::Constant);
  return n.sort.width() <= 64 ? BitVector(n.sort.width(), n.payload) : wide_[n.payload];
}

const std::string &TermArena::name(Term variable) const {
  RW_CHECK(is(variable, TermKind::Variable));
  return names_[node(variable).payload];
}

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
