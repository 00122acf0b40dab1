// Storage and sharing of terms.
#include "raceward/smt/TermTable.h"

#include "raceward/base/Check.h"

namespace raceward {

std::size_t TermTable::Hash::operator()(const TermNode &node) const noexcept {
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

TermTable::TermTable() {
  false_ = make(TermKind::False, Sort::boolean(), {});
  true_ = make(TermKind::True, Sort::boolean(), {});
}

Term TermTable::intern(const TermNode &node) {
  const auto [found, isNew] = known_.try_emplace(node, Term(nodes_.size()));
  if (isNew) {
    RW_CHECK(nodes_.size() < UINT32_MAX);
    nodes_.push_back(node);
  }
  return found->second;
}

Term TermTable::constant(const BitVector &value) {
  std::uint64_t payload = value.low64();
  if (value.width() > 64) {
    const auto [found, isNew] = wideNumbers_.try_emplace(value, wide_.size());
    if (isNew)
      wide_.push_back(value);
    payload = found->second;
  }
  return make(TermKind::Constant, Sort::bits(value.width()), {}, {}, {}, payload);
}

Term TermTable::variable(std::string_view name, Sort sort) {
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

BitVector TermTable::value(Term term) const {
  const TermNode &n = node(term);
  RW_CHECK(n.kind == TermKind::Constant);
  return n.sort.width() <= 64 ? BitVector(n.sort.width(), n.payload) : wide_[n.payload];
}

const std::string &TermTable::name(Term variable) const {
  RW_CHECK(is(variable, TermKind::Variable));
  return names_[node(variable).payload];
}

} // namespace raceward
