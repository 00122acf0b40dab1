// The theories of order against all linear orders of a few steps.
#include "raceward/smt/Order.h"
#include "raceward/smt/Z3Solver.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

namespace raceward {
namespace {

using Kind = OrderedAccess::Kind;

/// By read that happens, the write it gets its value from; and which guards and indices hold.
using Outcome = std::vector<std::uint64_t>;

/// A few threads between a first step that initialises everything and, maybe, a last one.
struct Problem {
  TermArena arena;
  StaticOrder order;
  std::vector<OrderedAccess> accesses;
  std::vector<Term> guards;  ///< the variables among them
  std::vector<Term> indices; ///< the variables among them

  ClockId clockAfter(const std::vector<ClockId> &before) {
    const ClockId clock = order.addClock();
    for (const ClockId earlier : before)
      order.addEdge(earlier, clock);
    return clock;
  }

  std::size_t add(Kind kind, ClockId clock, std::uint32_t location, Term guard, Term index = {}) {
    const std::size_t position = accesses.size();
    const Term value = kind == Kind::Write
                           ? arena.constant(8, position)
                           : arena.variable("value." + std::to_string(position), Sort::bits(8));
    accesses.push_back({kind, clock, location, guard, index, value, {}});
    return position;
  }

  /// Every read may get every write of its location.
  void connect() {
    for (OrderedAccess &read : accesses)
      for (std::size_t write = 0; write < accesses.size(); ++write)
        if (read.kind == Kind::Read && accesses[write].kind == Kind::Write &&
            accesses[write].location == read.location)
          read.from.push_back(write);
  }

  Term always() const { return arena.boolean(true); }
};

std::uint64_t valueOf(const Model &model, const TermArena &arena, Term term) {
  return Evaluator(arena, model).evaluate(term).low64();
}

Outcome environmentOf(const Problem &problem, const Model &model) {
  Outcome outcome;
  for (const Term variable : problem.guards)
    outcome.push_back(valueOf(model, problem.arena, variable));
  for (const Term variable : problem.indices)
    outcome.push_back(valueOf(model, problem.arena, variable));
  return outcome;
}

/// All linear orders, for all guards and indices.
std::set<Outcome> bruteForce(const Problem &problem) {
  std::set<Outcome> outcomes;
  const std::size_t bits = problem.guards.size() + problem.indices.size();
  for (std::uint64_t assignment = 0; assignment < std::uint64_t{1} << bits; ++assignment) {
    Model model;
    for (std::size_t i = 0; i < bits; ++i)
      model.set(i < problem.guards.size() ? problem.guards[i]
                                          : problem.indices[i - problem.guards.size()],
                BitVector(1, assignment >> i));
    Evaluator evaluator(problem.arena, model);
    const Outcome environment = environmentOf(problem, model);
    std::vector<std::uint64_t> from(problem.accesses.size(), UINT64_MAX);
    std::vector<bool> done(problem.order.size());
    // By location and index: the last write.
    using Memory = std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t>;
    const std::function<void(std::size_t, const Memory &)> extend = [&](std::size_t count,
                                                                        const Memory &memory) {
      if (count == problem.order.size()) {
        Outcome outcome = environment;
        outcome.insert(outcome.end(), from.begin(), from.end());
        outcomes.insert(outcome);
        return;
      }
      for (std::size_t clock = 0; clock < problem.order.size(); ++clock) {
        bool ready = !done[clock];
        for (std::size_t earlier = 0; ready && earlier < clock; ++earlier)
          ready = done[earlier] || !problem.order.before(ClockId(earlier), ClockId(clock));
        if (!ready)
          continue;
        Memory next = memory;
        for (std::size_t i = 0; i < problem.accesses.size(); ++i) {
          const OrderedAccess &access = problem.accesses[i];
          if (access.clock != ClockId(clock) || !evaluator.holds(access.guard))
            continue;
          const std::uint64_t index =
              access.index.valid() ? evaluator.evaluate(access.index).low64() : 0;
          if (access.kind == Kind::Read) {
            from[i] = next.at({access.location, index});
          } else if (access.index.valid()) {
            next[{access.location, index}] = i;
          } else {
            next[{access.location, 0}] = next[{access.location, 1}] = i;
          }
        }
        done[clock] = true;
        extend(count + 1, next);
        done[clock] = false;
      }
    };
    extend(0, {});
  }
  return outcomes;
}

/// All models, as far as outcomes tell them apart.
std::set<Outcome> models(Problem &problem, OrderTheory theory) {
  TermArena &arena = problem.arena;
  const OrderConstraints made = constrainOrder(arena, problem.order, problem.accesses, theory, "'");
  const auto solver = makeZ3Solver(arena);
  std::vector<Term> query = made.constraints;
  query.push_back(arena.boolean(true));
  std::set<Outcome> outcomes;
  while (true) {
    const Result<Answer> answer = solver->check({query, {}});
    EXPECT_TRUE(answer.has_value());
    EXPECT_NE(answer->sat, Sat::GaveUp) << answer->why;
    if (answer->sat != Sat::Yes)
      return outcomes;
    Outcome outcome = environmentOf(problem, answer->model);
    std::vector<std::uint64_t> from(problem.accesses.size(), UINT64_MAX);
    Evaluator evaluator(arena, answer->model);
    for (const OrderChoice &choice : made.choices)
      if (evaluator.holds(choice.selected)) {
        // Only writes have constants for values, each its own.
        EXPECT_EQ(evaluator.evaluate(problem.accesses[choice.read].value).low64(), choice.write);
        from[choice.read] = choice.write;
      }
    outcome.insert(outcome.end(), from.begin(), from.end());
    EXPECT_TRUE(outcomes.insert(outcome).second);
    Term same = arena.boolean(true);
    for (const OrderChoice &choice : made.choices)
      same = arena.land(
          same, arena.equal(choice.selected, arena.boolean(evaluator.holds(choice.selected))));
    for (const Term guard : problem.guards)
      same = arena.land(same, arena.equal(guard, arena.boolean(evaluator.holds(guard))));
    for (const Term index : problem.indices)
      same = arena.land(same, arena.equal(index, arena.constant(evaluator.evaluate(index))));
    query.push_back(arena.lnot(same));
  }
}

void makeRandom(Problem &problem, std::uint64_t seed, std::size_t mostThreads) {
  std::mt19937_64 random(seed);
  const auto pick = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  TermArena &arena = problem.arena;
  const ClockId first = problem.clockAfter({});
  for (std::uint32_t location = 0; location < 2; ++location)
    problem.add(Kind::Write, first, location, problem.always());
  const auto guard = [&]() -> Term {
    if (pick(3) != 0)
      return problem.always();
    if (problem.guards.size() < 2)
      problem.guards.push_back(
          arena.variable("guard." + std::to_string(problem.guards.size()), Sort::boolean()));
    const Term some = problem.guards[pick(problem.guards.size())];
    return pick(2) == 0 ? some : arena.lnot(some);
  };
  const auto index = [&]() -> Term {
    if (pick(4) != 0)
      return arena.constant(1, pick(2));
    if (problem.indices.empty())
      problem.indices.push_back(arena.variable("index", Sort::bits(1)));
    return problem.indices[0];
  };
  std::vector<ClockId> ends;
  const std::size_t threads = 2 + pick(mostThreads - 1);
  for (std::size_t thread = 0; thread < threads; ++thread) {
    ClockId last = first;
    for (std::size_t steps = 1 + pick(threads == 2 ? 4 : 2); steps > 0; --steps) {
      last = problem.clockAfter({last});
      // Location 0 has no index that matters.
      const auto location = static_cast<std::uint32_t>(pick(2));
      const Term at = location == 0 ? arena.constant(1, 0) : index();
      const Kind kind = pick(2) == 0 ? Kind::Read : Kind::Write;
      problem.add(kind, last, location, guard(), at);
      if (kind == Kind::Read && pick(3) == 0) // two reads in one step, as `when` does
        problem.add(Kind::Read, last, 1 - location, guard(), arena.constant(1, 0));
    }
    ends.push_back(last);
  }
  if (pick(2) == 0) // after all have ended
    problem.add(Kind::Read, problem.clockAfter(ends), 0, problem.always(), arena.constant(1, 0));
  problem.connect();
}

bool contains(const std::set<Outcome> &all, const std::set<Outcome> &some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

TEST(Order, ClocksAreAllLinearOrdersAndTheOthersAreAsWeakAsTheySay) {
  std::uint64_t count = 80;
  if (const char *text = std::getenv("RW_ORDER_SEEDS"))
    count = std::strtoull(text, nullptr, 10);
  std::size_t pairsTooMuch = 0, anyTooMuch = 0, oneTooLittle = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem;
    makeRandom(problem, seed, seed % 2 == 0 ? 2 : 4);
    const std::set<Outcome> truth = bruteForce(problem);
    EXPECT_EQ(models(problem, OrderTheory::Clocks), truth);
    const std::set<Outcome> pairs = models(problem, OrderTheory::Pairs);
    EXPECT_TRUE(contains(pairs, truth));
    if (seed % 2 == 0) {
      EXPECT_EQ(pairs, truth) << "exact for two threads";
    }
    const std::set<Outcome> any = models(problem, OrderTheory::AnyWrite);
    EXPECT_TRUE(contains(any, pairs));
    const std::set<Outcome> one = models(problem, OrderTheory::OneReader);
    EXPECT_TRUE(contains(pairs, one));
    pairsTooMuch += pairs.size() > truth.size();
    anyTooMuch += any.size() > pairs.size();
    oneTooLittle += !contains(one, truth);
  }
  // The programs are such that each theory shows its weakness.
  EXPECT_GT(anyTooMuch, 0U);
  EXPECT_GT(oneTooLittle, 0U);
  EXPECT_TRUE(count < 80 || pairsTooMuch > 0) << pairsTooMuch;
}

/// Three threads, each writes its own variable and reads the next one's: that all three get 0
/// needs a circle of order.
TEST(Order, OnlyClocksSeeACircleThroughThreeThreads) {
  Problem problem;
  const ClockId first = problem.clockAfter({});
  for (std::uint32_t location = 0; location < 3; ++location)
    problem.add(Kind::Write, first, location, problem.always());
  std::vector<std::size_t> reads;
  for (std::uint32_t thread = 0; thread < 3; ++thread) {
    const ClockId write = problem.clockAfter({first});
    problem.add(Kind::Write, write, thread, problem.always());
    reads.push_back(
        problem.add(Kind::Read, problem.clockAfter({write}), (thread + 1) % 3, problem.always()));
  }
  problem.connect();
  const auto allZero = [&](OrderTheory theory) {
    for (const Outcome &outcome : models(problem, theory))
      if (outcome[reads[0]] == 1 && outcome[reads[1]] == 2 && outcome[reads[2]] == 0)
        return true;
    return false;
  };
  EXPECT_FALSE(allZero(OrderTheory::Clocks));
  EXPECT_TRUE(allZero(OrderTheory::Pairs));
  EXPECT_TRUE(allZero(OrderTheory::AnyWrite));
}

/// What program order decides costs no constraint.
class OrderSize : public ::testing::Test {
protected:
  OrderConstraints make(OrderTheory theory = OrderTheory::Clocks) {
    return constrainOrder(problem.arena, problem.order, problem.accesses, theory, "");
  }
  Problem problem;
  Term happens = problem.arena.variable("happens", Sort::boolean());
};

TEST_F(OrderSize, AReadAfterAllWritesOfItsThreadNeedsNoClock) {
  ClockId last = problem.clockAfter({});
  problem.add(Kind::Write, last, 0, problem.always());
  last = problem.clockAfter({last});
  problem.add(Kind::Write, last, 0, happens);
  last = problem.clockAfter({last});
  problem.add(Kind::Read, last, 0, problem.always());
  problem.connect();
  const OrderConstraints made = make();
  ASSERT_EQ(made.choices.size(), 2U);
  for (const Term clock : made.clocks)
    EXPECT_FALSE(clock.valid());
  // One of them; each its value; the first only if the second does not happen, which must
  // happen to be chosen.
  EXPECT_EQ(made.constraints.size(), 5U);
}

TEST_F(OrderSize, AWriteThatComesLaterIsNoChoice) {
  const ClockId first = problem.clockAfter({});
  problem.add(Kind::Write, first, 0, problem.always());
  const ClockId second = problem.clockAfter({first});
  problem.add(Kind::Read, second, 0, problem.always());
  problem.add(Kind::Write, problem.clockAfter({second}), 0, happens);
  problem.connect();
  const OrderConstraints made = make();
  ASSERT_EQ(made.choices.size(), 1U);
  EXPECT_EQ(made.choices[0].write, 0U);
  EXPECT_EQ(made.constraints.size(), 2U); // it is chosen; it has its value
}

TEST_F(OrderSize, AnotherIndexIsNoChoice) {
  const ClockId first = problem.clockAfter({});
  const Term one = problem.arena.constant(1, 1);
  problem.add(Kind::Write, first, 0, problem.always(), one);
  problem.add(Kind::Write, first, 0, problem.always(), problem.arena.constant(1, 0));
  problem.add(Kind::Read, problem.clockAfter({first}), 0, problem.always(), one);
  problem.connect();
  const OrderConstraints made = make();
  ASSERT_EQ(made.choices.size(), 1U);
  EXPECT_EQ(made.choices[0].write, 0U);
}

TEST_F(OrderSize, ClocksAreJustWideEnough) {
  const ClockId first = problem.clockAfter({});
  problem.add(Kind::Write, first, 0, problem.always());
  for (int thread = 0; thread < 4; ++thread)
    problem.add(Kind::Write, problem.clockAfter({first}), 0, problem.always());
  problem.add(Kind::Read, problem.clockAfter({first}), 0, problem.always());
  problem.connect();
  const OrderConstraints made = make();
  EXPECT_FALSE(made.clocks[0].valid()) << "it comes before all others";
  for (std::size_t clock = 1; clock < 6; ++clock)
    EXPECT_EQ(problem.arena.width(made.clocks[clock]), 3U); // five of them
}

} // namespace
} // namespace raceward
