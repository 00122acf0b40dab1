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
    findClocksThatMatter();
    if (theory_ == OrderTheory::Clocks)
      makeClocks();
    else if (theory_ != OrderTheory::AnyWrite)
      makePairs();
    for (std::size_t read = 0; read < accesses_.size(); ++read)
      if (accesses_[read].kind == Kind::Read)
        choose(read);
    if (theory_ == OrderTheory::OneReader)
      allowOneReader();
    return std::move(out_);
  }

private:
  void findClocksThatMatter();
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
  std::vector<ClockId> matter_; ///< sorted
  std::map<std::pair<ClockId, ClockId>, Term> pairs_;
  OrderConstraints out_;
};

void Builder::findClocksThatMatter() {
  std::map<std::uint32_t, std::vector<std::size_t>> byLocation;
  for (std::size_t i = 0; i < accesses_.size(); ++i)
    byLocation[accesses_[i].location].push_back(i);
  std::vector<bool> matters(order_.size());
  for (const auto &[location, all] : byLocation)
    for (const std::size_t a : all) {
      if (accesses_[a].kind != Kind::Write)
        continue;
      for (const std::size_t b : all)
        if (order_.concurrent(accesses_[a].clock, accesses_[b].clock))
          matters[accesses_[a].clock.index()] = matters[accesses_[b].clock.index()] = true;
    }
  for (std::size_t clock = 0; clock < matters.size(); ++clock)
    if (matters[clock])
      matter_.push_back(ClockId(clock));
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
}

void Builder::makePairs() {
  for (const ClockId b : matter_)
    for (const ClockId a : matter_) {
      if (!(a < b))
        break;
      if (order_.concurrent(a, b))
        pairs_.emplace(std::pair(a, b), fresh("before." + std::to_string(a.index()) + "." +
                                                  std::to_string(b.index()),
                                              Sort::boolean()));
    }
  // What is before a step is before all that follows it.
  for (const ClockId later : matter_)
    for (const ClockId earlier : order_.latestBefore(later, matter_))
      for (const ClockId other : matter_)
        if (order_.concurrent(other, earlier) && order_.concurrent(other, later))
          require(arena_.implies(before(other, earlier), before(other, later)));
}

/// Whatever the theory does not know may be.
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
    return a < b ? pairs_.at({a, b}) : arena_.lnot(pairs_.at({b, a}));
  case OrderTheory::Clocks:
    return arena_.ult(out_.clocks[a.index()], out_.clocks[b.index()]);
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
  // No other write comes between. Those that are not in the list need no word: one of the list
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
