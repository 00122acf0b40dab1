// Random programs: every reduction against the oracles.
//
//   RW_PROGRAMS=100000 RW_SEED=1 RW_INTERLEAVINGS=20000 unit_explore
//   --gtest_filter=RandomPrograms.* RW_SCRIPT='write v0 1 | write v0 2' unit_explore
//   --gtest_filter=RandomPrograms.Replay
#include "Comparison.h"
#include "FromEnvironment.h"
#include "RandomScript.h"

#include <gtest/gtest.h>

#include <iostream>

namespace raceward::test {
namespace {

/// Programs above it are passed over: brute force would take most of the time.
std::uint64_t interleavingLimit() {
  return fromEnvironment("RW_INTERLEAVINGS", 2000);
}

Complaint check(const Script &script) {
  return compareWithBruteForce(script, interleavingLimit());
}

Complaint checkLarge(const Script &script) {
  return compareWithSleepSets(script, interleavingLimit());
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

// Exact, so that neither more nor fewer pass unseen; a change of the generator changes it.
TEST(RandomPrograms, SourceIsBlockedAsOftenAsItHasToBe) {
  EXPECT_EQ(blockedRunsOfSource(kBlockedSeeds), kBlockedRunsOfSource);
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
  for (const Reduction reduction : kAllReductions) {
    for (const LockOrder lockOrder : {LockOrder::Eager, LockOrder::Lazy}) {
      SearchOptions options;
      options.reduction = reduction;
      options.lockOrder = lockOrder;
      options.bounds.runs = 100'000;
      const Found all = search(*program, options);
      std::cout << nameOf(reduction) << (lockOrder == LockOrder::Lazy ? ", lazy: " : ": ")
                << all.runs() << " runs, " << all.result.counters.blockedRuns << " blocked\n";
    }
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
