#include "raceward/smt/Order.h"

#include "raceward/base/Check.h"

#include <algorithm>
#include <bit>
#include <map>
#include <string>

namespace raceward {

namespace {

using Kind = OrderedAccess::Kind;

class Builder {
public:
  Builder(TermArena &arena, const StaticOrder &order, const std::vector<OrderedAccess> &accesses,
          OrderTheory theory, std::string_view suffix)
      : arena_(arena), order_(order), accesses_(accesses), theory_(theory), suffix_(suffix) {}

  OrderConstraints build() {
    findConflicts();
    if (theory_ != OrderTheory::AnyWrite)
      makePairs();
    if (theory_ == OrderTheory::Clocks)
      makeClocks();
    for (std::size_t read = 0; read < accesses_.size(); ++read)
      if (accesses_[read].kind == Kind::Read)
        choose(read);
    if (theory_ == OrderTheory::OneReader)
      allowOneReader();
    return std::move(out_);
  }

private:
  void findConflicts();
  std::vector<ClockId> orderedWith(ClockId clock) const;
  void makeClocks();
  void makePairs();
  void choose(std::size_t read);
  void select(const OrderChoice &choice);
  void allowOneReader();
  Term before(ClockId a, ClockId b);
  Term sameIndex(const OrderedAccess &a, const OrderedAccess &b);
  void require(Term constraint) {
    if (constraint != arena_.boolean(true))
      out_.constraints.push_back(constraint);
  }
  Term fresh(const std::string &name, Sort sort) { return arena_.variable(name + suffix_, sort); }

  TermArena &arena_;
  const StaticOrder &order_;
  const std::vector<OrderedAccess> &accesses_;
  OrderTheory theory_;
  std::string suffix_;
  std::vector<std::vector<ClockId>> conflicts_; ///< by clock: concurrent clocks, sorted
  std::vector<ClockId> matter_;                 ///< clocks with conflicts, sorted
  std::map<std::pair<ClockId, ClockId>, Term> pairs_;
  OrderConstraints out_;
};

void Builder::findConflicts() {
  std::map<std::uint32_t, std::vector<std::size_t>> byLocation;
  for (std::size_t i = 0; i < accesses_.size(); ++i)
    byLocation[accesses_[i].location].push_back(i);
  conflicts_.resize(order_.size());
  for (const auto &[location, all] : byLocation)
    for (const std::size_t i : all) {
      if (accesses_[i].kind != Kind::Write)
        continue;
      const ClockId a = accesses_[i].clock;
      for (const std::size_t j : all) {
        const ClockId b = accesses_[j].clock;
        if (!order_.concurrent(a, b))
          continue;
        conflicts_[a.index()].push_back(b);
        conflicts_[b.index()].push_back(a);
      }
    }
  for (std::size_t clock = 0; clock < conflicts_.size(); ++clock) {
    std::vector<ClockId> &others = conflicts_[clock];
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    if (!others.empty())
      matter_.push_back(ClockId(clock));
  }
}

/// The clocks that it is ordered with by a Boolean.
std::vector<ClockId> Builder::orderedWith(ClockId clock) const {
  if (theory_ == OrderTheory::Clocks)
    return conflicts_[clock.index()];
  // Without numbers, steps that do not conflict transmit order from one to the other.
  std::vector<ClockId> others;
  for (const ClockId other : matter_)
    if (order_.concurrent(clock, other))
      others.push_back(other);
  return others;
}

void Builder::makeClocks() {
  out_.clocks.resize(order_.size());
  const auto width =
      static_cast<std::uint32_t>(std::bit_width(std::max<std::size_t>(matter_.size(), 2) - 1));
  for (const ClockId clock : matter_) {
    const Term number = fresh("clock." + std::to_string(clock.index()), Sort::bits(width));
    out_.clocks[clock.index()] = number;
    for (const ClockId earlier : order_.latestBefore(clock, matter_))
      require(arena_.ult(out_.clocks[earlier.index()], number));
  }
  // The numbers make it a total order; the Booleans for pairs, which they decide, make solving
  // fast.
  for (const auto &[pair, isBefore] : pairs_) {
    const Term a = out_.clocks[pair.first.index()];
    const Term b = out_.clocks[pair.second.index()];
    require(arena_.implies(isBefore, arena_.ult(a, b)));
    require(arena_.implies(arena_.lnot(isBefore), arena_.ult(b, a)));
  }
}

void Builder::makePairs() {
  for (const ClockId b : matter_)
    for (const ClockId a : orderedWith(b))
      if (a < b)
        pairs_.emplace(std::pair(a, b), fresh("before." + std::to_string(a.index()) + "." +
                                                  std::to_string(b.index()),
                                              Sort::boolean()));
  // A step before another one is before all that follow that one.
  for (const ClockId other : matter_) {
    const std::vector<ClockId> others = orderedWith(other);
    for (const ClockId later : others)
      for (const ClockId earlier : order_.latestBefore(later, others))
        require(arena_.implies(before(other, earlier), before(other, later)));
  }
}

/// An order that the theory does not express is possible.
Term Builder::before(ClockId a, ClockId b) {
  if (order_.before(a, b))
    return arena_.boolean(true);
  if (a == b || order_.before(b, a))
    return arena_.boolean(false);
  switch (theory_) {
  case OrderTheory::AnyWrite:
    return arena_.boolean(true);
  case OrderTheory::Pairs:
  case OrderTheory::OneReader:
  case OrderTheory::Clocks:
    return a < b ? pairs_.at({a, b}) : arena_.lnot(pairs_.at({b, a}));
  }
  RW_CHECK(!"a theory of order");
  return {};
}

Term Builder::sameIndex(const OrderedAccess &a, const OrderedAccess &b) {
  return a.index.valid() && b.index.valid() ? arena_.equal(a.index, b.index) : arena_.boolean(true);
}

void Builder::choose(std::size_t read) {
  const OrderedAccess &r = accesses_[read];
  Term any = arena_.boolean(false);
  std::vector<OrderChoice> choices;
  for (const std::size_t write : r.from) {
    const OrderedAccess &w = accesses_[write];
    RW_CHECK(w.kind == Kind::Write && w.location == r.location);
    if (sameIndex(w, r) == arena_.boolean(false) ||
        before(w.clock, r.clock) == arena_.boolean(false))
      continue;
    const Term selected =
        fresh("from." + std::to_string(read) + "." + std::to_string(write), Sort::boolean());
    choices.push_back({read, write, selected});
    any = arena_.lor(any, selected);
  }
  require(arena_.implies(r.guard, any));
  for (const OrderChoice &choice : choices) {
    select(choice);
    out_.choices.push_back(choice);
  }
}

void Builder::select(const OrderChoice &choice) {
  const OrderedAccess &r = accesses_[choice.read];
  const OrderedAccess &w = accesses_[choice.write];
  const auto then = [&](Term consequence) {
    require(arena_.implies(choice.selected, consequence));
  };
  then(r.guard);
  then(w.guard);
  then(sameIndex(w, r));
  then(arena_.equal(w.value, r.value));
  then(before(w.clock, r.clock));
  // No other write comes between. Writes outside of the list need no constraint: one of the list
  // overwrites them.
  for (const std::size_t other : r.from) {
    const OrderedAccess &o = accesses_[other];
    if (other == choice.write || o.clock == w.clock)
      continue;
    const Term happens = arena_.land(o.guard, sameIndex(o, r));
    then(arena_.implies(happens, arena_.lor(before(o.clock, w.clock), before(r.clock, o.clock))));
  }
}

void Builder::allowOneReader() {
  std::map<ClockId, std::vector<Term>> readers;
  for (const OrderChoice &choice : out_.choices)
    if (order_.concurrent(accesses_[choice.read].clock, accesses_[choice.write].clock))
      readers[accesses_[choice.write].clock].push_back(choice.selected);
  for (const auto &[clock, selected] : readers)
    for (std::size_t b = 1; b < selected.size(); ++b)
      for (std::size_t a = 0; a < b; ++a)
        require(arena_.lor(arena_.lnot(selected[a]), arena_.lnot(selected[b])));
}

} // namespace

OrderConstraints constrainOrder(TermArena &arena, const StaticOrder &order,
                                const std::vector<OrderedAccess> &accesses, OrderTheory theory,
                                std::string_view suffix) {
  return Builder(arena, order, accesses, theory, suffix).build();
}

} // namespace raceward
