// Minimised runs against every interleaving.
//
//   RW_PROGRAMS=1000 RW_SEED=1 unit_explore --gtest_filter=FewestSwitches.*
#include "raceward/explore/FewestSwitches.h"
#include "FromEnvironment.h"
#include "RandomScript.h"
#include "ScriptedMachine.h"
#include "raceward/explore/Overlap.h"
#include "raceward/model/HappensBefore.h"

#include <gtest/gtest.h>

#include <iostream>

namespace raceward::test {
namespace {

/// The fewest switches of all runs whose first race is this one; nothing above the limit of steps.
class EveryRun {
public:
  EveryRun(const Script &script, const RacingPair &pair) : machine_(script), pair_(pair) {}

  std::optional<std::size_t> fewest() {
    EXPECT_TRUE(machine_.restart());
    follow();
    return steps_ > kMostSteps ? std::nullopt : fewest_;
  }

private:
  static constexpr std::uint64_t kMostSteps = 60'000;

  void follow() {
    const std::vector<ThreadId> threads(machine_.enabled().begin(), machine_.enabled().end());
    for (const ThreadId thread : threads) {
      const auto outcomes = machine_.outcomes(thread);
      ASSERT_TRUE(outcomes);
      for (const Outcome outcome : std::vector<Outcome>(outcomes->begin(), outcomes->end())) {
        if (++steps_ > kMostSteps)
          return;
        const MarkId mark = machine_.mark();
        trace_.push_back(
            {thread,
             static_cast<std::uint32_t>(std::count_if(
                 trace_.begin(), trace_.end(), [&](const Event &e) { return e.thread == thread; })),
             outcome, machine_.next(thread, outcome)});
        ASSERT_TRUE(machine_.step(thread, outcome));
        if (!endsInRace())
          follow();
        trace_.pop_back();
        ASSERT_TRUE(machine_.rewind(mark));
      }
    }
  }

  bool endsInRace() {
    Run run;
    HappensBefore order(run);
    for (const Event &event : trace_)
      run.push(event);
    order.rebuild();
    std::vector<std::uint32_t> racing;
    order.racesOf(run.size() - 1, racing);
    bool any = false;
    for (const std::uint32_t at : racing) {
      const auto meet = trulyOverlap(machine_, run[at], run[run.size() - 1]);
      if (!meet || !*meet)
        continue;
      any = true;
      if (racingPair(run[at], run[run.size() - 1]) == pair_)
        fewest_ = std::min(fewest_.value_or(SIZE_MAX), contextSwitches(trace_));
    }
    return any;
  }

  ScriptedMachine machine_;
  RacingPair pair_;
  Trace trace_;
  std::uint64_t steps_ = 0;
  std::optional<std::size_t> fewest_;
};

/// Position of the first access, if the run ends in a race.
std::optional<std::size_t> firstAccessOf(const Trace &trace) {
  Run run;
  HappensBefore order(run);
  for (const Event &event : trace)
    run.push(event);
  order.rebuild();
  std::vector<std::uint32_t> racing;
  order.racesOf(run.size() - 1, racing);
  return racing.empty() ? std::nullopt : std::optional<std::size_t>(racing.back());
}

TEST(FewestSwitches, AsFewAsAnyInterleavingHas) {
  const std::uint64_t wanted = fromEnvironment("RW_PROGRAMS", 300);
  std::uint64_t compared = 0;
  std::uint64_t equal = 0;
  std::uint64_t equalWithoutSearch = 0;
  std::size_t worst = 0;
  for (std::uint64_t seed = fromEnvironment("RW_SEED", 1); compared < wanted; ++seed) {
    const Script script = randomScript(seed);
    ScriptedMachine machine(script);
    SearchOptions options;
    options.question = Question::AnyRace;
    options.reduction = Reduction::Source;
    options.bounds.events = 20'000;
    const auto found = explore(machine, options);
    ASSERT_TRUE(found);
    if (!found->firstRace)
      continue;
    const Trace &known = *found->firstRace;
    const std::optional<std::size_t> first = firstAccessOf(known);
    ASSERT_TRUE(first);
    const RacingPair pair = racingPair(known[*first], known.back());
    const std::optional<std::size_t> least = EveryRun(script, pair).fewest();
    if (!least)
      continue;
    ++compared;
    const auto shortest = minimised(machine, known, *first);
    ASSERT_TRUE(shortest);
    const std::optional<std::size_t> again = firstAccessOf(*shortest);
    ASSERT_TRUE(again) << toString(script);
    EXPECT_EQ(racingPair((*shortest)[*again], shortest->back()), pair) << toString(script);
    const std::size_t switches = contextSwitches(*shortest);
    EXPECT_GE(switches, *least) << toString(script);
    EXPECT_LE(switches, *least + 1) << "seed " << seed << ": " << toString(script);
    worst = std::max(worst, switches - *least);
    equal += switches == *least ? 1 : 0;
    const auto tidied = minimised(machine, known, *first, SwitchBounds{0, {}});
    ASSERT_TRUE(tidied);
    equalWithoutSearch += contextSwitches(*tidied) == *least ? 1 : 0;
  }
  std::cout << "compared " << compared << " programs: " << equal << " equal (" << equalWithoutSearch
            << " without search), worst " << worst << " more\n";
  EXPECT_GE(equal * 10, compared * 9);
}

} // namespace
} // namespace raceward::test
