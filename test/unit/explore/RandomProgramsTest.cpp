// Random programs: every reduction against the oracles.
//
//   RW_PROGRAMS=100000 RW_SEED=1 RW_INTERLEAVINGS=20000 unit_explore
//   --gtest_filter=RandomPrograms.* RW_SCRIPT='write v0 1 | write v0 2' unit_explore
//   --gtest_filter=RandomPrograms.Replay
#include "Oracle.h"
#include "RandomScript.h"
#include "ScriptedMachine.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

namespace raceward::test {
namespace {

std::uint64_t fromEnvironment(const char *name, std::uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// Programs above it are passed over: brute force would take most of the time.
std::uint64_t interleavingLimit() {
  return fromEnvironment("RW_INTERLEAVINGS", 2000);
}

struct Found {
  SearchResult result;
  std::set<std::string> finalStates;
  std::set<std::string> deadlocks;
};

Found search(const Script &script, Reduction reduction, Question question,
             std::uint64_t maxRuns = UINT64_MAX) {
  ScriptedMachine machine(script);
  Found found;
  SearchOptions options;
  options.reduction = reduction;
  options.question = question;
  options.maxRuns = maxRuns;
  options.onCompleteRun = [&](std::span<const Event>) {
    found.finalStates.insert(machine.state());
    if (machine.deadlocked())
      found.deadlocks.insert(machine.state());
  };
  auto result = explore(machine, options);
  RW_CHECK(result);
  found.result = std::move(*result);
  return found;
}

const char *nameOf(Reduction reduction) {
  switch (reduction) {
  case Reduction::None:
    return "none";
  case Reduction::FlanaganGodefroid:
    return "flanagan-godefroid";
  case Reduction::Source:
    return "source";
  case Reduction::Optimal:
    return "optimal";
  }
  return "?";
}

std::string counts(const char *what, std::uint64_t got, std::uint64_t want) {
  return std::string(what) + " " + std::to_string(got) + ", should be " + std::to_string(want);
}

/// What is wrong with one reduction on one program; empty if nothing.
std::string wrong(const Script &script, const Truth &truth, Reduction reduction) {
  const Found all = search(script, reduction, Question::Everything, 4 * truth.interleavings + 16);
  const SearchResult &r = all.result;
  if (!r.exhausted)
    return "more runs than interleavings";
  if (all.finalStates != truth.finalStates)
    return counts("final states", all.finalStates.size(), truth.finalStates.size());
  if (all.deadlocks != truth.deadlocks)
    return counts("deadlocks", all.deadlocks.size(), truth.deadlocks.size());
  if (r.races != truth.races)
    return counts("races", r.races.size(), truth.races.size());
  if (reduction == Reduction::None) {
    if (r.runs != truth.interleavings)
      return counts("runs", r.runs, truth.interleavings);
  } else if (r.runs != truth.traces) { // sleep sets: no class twice, none missed
    return counts("runs", r.runs, truth.traces);
  }
  if (reduction == Reduction::Optimal && r.blockedRuns != 0)
    return counts("blocked runs", r.blockedRuns, 0);

  const Found any = search(script, reduction, Question::AnyRace);
  if (any.result.races.empty() != truth.races.empty())
    return "a race exists: " + std::to_string(!truth.races.empty());
  // Without a race, plain accesses decide nothing: all the rest is seen as well.
  if (truth.races.empty() &&
      (any.finalStates != truth.finalStates || any.deadlocks != truth.deadlocks))
    return "final states of a program without races";
  return {};
}

/// Empty if all is well; nullopt if the program is too large.
std::optional<std::string> check(const Script &script) {
  const auto truth = bruteForce(script, interleavingLimit());
  if (!truth)
    return std::nullopt;
  if (truth->races.empty() != truth->coenabledRaces.empty())
    return "oracle: happens-before and both-next disagree whether there is a race";
  for (const RacingPair &pair : truth->coenabledRaces)
    if (!truth->races.contains(pair))
      return "oracle: both next, but always ordered by happens-before";
  const auto sleep = sleepSetSearch(script, interleavingLimit());
  if (!sleep || sleep->traces != truth->traces || sleep->races != truth->races ||
      sleep->finalStates != truth->finalStates || sleep->deadlocks != truth->deadlocks)
    return "oracle: sleep sets and brute force disagree";
  for (const Reduction reduction :
       {Reduction::None, Reduction::FlanaganGodefroid, Reduction::Source, Reduction::Optimal})
    if (const std::string what = wrong(script, *truth, reduction); !what.empty())
      return std::string(nameOf(reduction)) + ": " + what;
  return "";
}

bool fails(const Script &script) {
  const auto result = check(script);
  return result && !result->empty();
}

TEST(RandomPrograms, EveryReductionAgreesWithBruteForce) {
  const std::uint64_t first = fromEnvironment("RW_SEED", 1);
  const std::uint64_t wanted = fromEnvironment("RW_PROGRAMS", 5000);
  std::uint64_t checked = 0;
  std::uint64_t failures = 0;
  std::uint64_t tooLarge = 0;
  for (std::uint64_t seed = first; checked < wanted; ++seed) {
    const Script program = randomScript(seed);
    const auto result = check(program);
    if (!result) {
      ++tooLarge;
      continue;
    }
    ++checked;
    if (result->empty())
      continue;
    const Script small = shrink(program, fails);
    ADD_FAILURE() << "seed " << seed << ": " << *result << "\n  " << toString(program)
                  << "\nshrunk: " << check(small).value_or("") << "\n  " << toString(small)
                  << "\nreplay:\n  RW_SCRIPT='" << toString(small)
                  << "' unit_explore --gtest_filter=RandomPrograms.Replay";
    if (++failures == 3)
      break;
  }
  std::cout << "checked " << checked << " programs, passed over " << tooLarge << " with more than "
            << interleavingLimit() << " interleavings\n";
}

/// For programs beyond brute force; Truth is what the sleep sets saw.
std::optional<std::string> checkLarge(const Script &script) {
  const auto sleep = sleepSetSearch(script, interleavingLimit());
  if (!sleep)
    return std::nullopt;
  Truth truth;
  truth.interleavings = sleep->traces + sleep->blocked;
  truth.traces = sleep->traces;
  truth.races = sleep->races;
  truth.finalStates = sleep->finalStates;
  truth.deadlocks = sleep->deadlocks;
  for (const Reduction reduction :
       {Reduction::FlanaganGodefroid, Reduction::Source, Reduction::Optimal})
    if (const std::string what = wrong(script, truth, reduction); !what.empty())
      return std::string(nameOf(reduction)) + ": " + what;
  return "";
}

TEST(RandomPrograms, LargerOnesAgreeWithSleepSets) {
  const std::uint64_t first = fromEnvironment("RW_SEED", 1);
  const std::uint64_t wanted = fromEnvironment("RW_PROGRAMS", 5000) / 5;
  std::uint64_t checked = 0;
  for (std::uint64_t seed = first; checked < wanted; ++seed) {
    const Script program = randomScript(seed, ScriptSize::Large);
    const auto result = checkLarge(program);
    checked += result ? 1 : 0;
    if (!result || result->empty())
      continue;
    const Script small = shrink(program, [](const Script &candidate) {
      const auto again = checkLarge(candidate);
      return again && !again->empty();
    });
    FAIL() << "large, seed " << seed << ": " << *result << "\n  " << toString(program)
           << "\nreplay:\n  RW_SCRIPT='" << toString(small)
           << "' unit_explore --gtest_filter=RandomPrograms.Replay";
  }
}

TEST(RandomPrograms, Replay) {
  const char *text = std::getenv("RW_SCRIPT");
  if (text == nullptr)
    GTEST_SKIP() << "set RW_SCRIPT";
  const auto program = parseScript(text);
  ASSERT_TRUE(program) << program.error().message;
  const auto truth = bruteForce(*program);
  ASSERT_TRUE(truth) << "more than 10^5 interleavings";
  std::cout << toString(*program) << "\n"
            << truth->interleavings << " interleavings, " << truth->traces << " traces, "
            << truth->races.size() << " racing pairs, " << truth->finalStates.size()
            << " final states, " << truth->deadlocks.size() << " deadlocks\n";
  for (const Reduction reduction :
       {Reduction::None, Reduction::FlanaganGodefroid, Reduction::Source, Reduction::Optimal}) {
    const Found all = search(*program, reduction, Question::Everything, 100'000);
    std::cout << nameOf(reduction) << ": " << all.result.runs << " runs, " << all.result.blockedRuns
              << " blocked\n";
    EXPECT_EQ(wrong(*program, *truth, reduction), "") << nameOf(reduction);
  }
}

TEST(Script, ComesBackFromText) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const Script program = randomScript(seed);
    const auto back = parseScript(toString(program));
    ASSERT_TRUE(back) << toString(program) << ": " << back.error().message;
    EXPECT_EQ(toString(*back), toString(program)) << "seed " << seed;
  }
}

} // namespace
} // namespace raceward::test
