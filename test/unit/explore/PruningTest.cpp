// Pruning by what threads may still do, against brute force.
//
//   RW_PROGRAMS=100000 RW_SEED=1 unit_explore --gtest_filter=Pruning.*
#include "BranchyScript.h"
#include "Comparison.h"
#include "RandomScript.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

namespace raceward::test {
namespace {

SearchResult pruned(const Script &program, Reduction reduction, Pruning pruning) {
  SearchOptions options;
  options.reduction = reduction;
  options.question = Question::AnyRace;
  options.pruning = pruning;
  return search(program, options).result;
}

// The published rule loses the race: in the run of the first thread and then the second, nothing
// can race after `write v1`, so that the acquisitions are not reversed.
TEST(Pruning, TheCounterexample) {
  const Script program = script("write v1 1; lock m0; write v0 1; unlock m0 | "
                                "lock m0; read r0 v0; unlock m0; skip 1 unless r0 0; read r1 v1");
  for (const Reduction reduction : {Reduction::Classic, Reduction::Source}) {
    EXPECT_TRUE(pruned(program, reduction, Pruning::None).firstRace);
    EXPECT_TRUE(pruned(program, reduction, Pruning::Lockset).firstRace);
    const SearchResult published = pruned(program, reduction, Pruning::Published);
    EXPECT_TRUE(published.exhausted());
    EXPECT_FALSE(published.firstRace);
    EXPECT_GT(published.counters.pruningSkipped, 0U);
  }
}

TEST(Pruning, EachClauseIsNeededForARace) {
  for (const char *text : kClauseScripts)
    for (const Reduction reduction : {Reduction::Classic, Reduction::Source}) {
      const SearchResult result = pruned(script(text), reduction, Pruning::Lockset);
      EXPECT_TRUE(result.firstRace) << nameOf(reduction) << ": " << text;
      EXPECT_GT(result.counters.pruningYes, 0U) << "nothing was left out: " << text;
    }
}

TEST(Pruning, WhereAllIsLockedNothingIsExecuted) {
  const SearchResult result =
      pruned(script("lock m0; write v0 1; unlock m0 | lock m0; read r0 v0; unlock m0"),
             Reduction::Source, Pruning::Lockset);
  EXPECT_TRUE(result.exhausted());
  EXPECT_EQ(result.counters.events, 0U);
  EXPECT_EQ(result.counters.pruningYes, 1U);
}

// Only whether there is a race: final states need every schedule.
TEST(Pruning, EverythingIsNotPruned) {
  SearchOptions options;
  options.reduction = Reduction::Source;
  options.pruning = Pruning::Lockset;
  const Found found =
      search(script("lock m0; write v0 1; unlock m0 | lock m0; read r0 v0; unlock m0"), options);
  EXPECT_EQ(found.runs(), 2U);
  EXPECT_EQ(found.result.counters.pruningChecks, 0U);
}

/// What the rules save, and what the published one loses, over many programs.
struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t racy = 0;
  std::uint64_t missed = 0; ///< by the published rule
  std::uint64_t checks = 0; ///< of race-free programs, as the rest
  std::uint64_t yes = 0;
  std::uint64_t skipped = 0;
  std::uint64_t runs[3] = {};
};

TEST(Pruning, RandomProgramsWithBranchesLoopsAndNestedLocks) {
  const char *count = std::getenv("RW_PROGRAMS");
  const char *from = std::getenv("RW_SEED");
  const std::uint64_t wanted = count == nullptr ? 20'000 : std::strtoull(count, nullptr, 10);
  Tally tally;
  for (std::uint64_t seed = from == nullptr ? 1 : std::strtoull(from, nullptr, 10);
       tally.programs < wanted; ++seed) {
    const Script program = branchyScript(seed);
    const auto truth = sleepSetSearch(program, 2'000);
    if (!truth)
      continue;
    ++tally.programs;
    const bool racy = !truth->races.empty();
    tally.racy += racy ? 1 : 0;
    for (const Reduction reduction : {Reduction::Classic, Reduction::Source}) {
      for (const Pruning pruning : {Pruning::None, Pruning::Published, Pruning::Lockset}) {
        const SearchResult result = pruned(program, reduction, pruning);
        if (racy && result.exhausted() && pruning == Pruning::Published) {
          ++tally.missed;
          continue;
        }
        ASSERT_EQ(!result.exhausted(), racy)
            << "seed " << seed << ", " << nameOf(reduction) << ", pruning "
            << static_cast<int>(pruning) << "\n  " << toString(program);
        if (!racy)
          tally.runs[static_cast<std::size_t>(pruning)] += result.counters.runs;
        if (!racy && pruning == Pruning::Lockset) {
          tally.checks += result.counters.pruningChecks;
          tally.yes += result.counters.pruningYes;
          tally.skipped += result.counters.pruningSkipped;
        }
      }
    }
  }
  std::cout << tally.programs << " programs, " << tally.racy << " racy; the published rule misses "
            << tally.missed << " of twice as many; race-free: " << tally.runs[0]
            << " runs without pruning, " << tally.runs[1] << " as published, " << tally.runs[2]
            << " by locksets (" << tally.checks << " checks, " << tally.yes << " yes, "
            << tally.skipped << " skipped)\n";
  EXPECT_GT(tally.missed, 0U);
  EXPECT_GT(tally.skipped, 0U);
  EXPECT_LT(tally.runs[2], tally.runs[0]);
}

} // namespace
} // namespace raceward::test
