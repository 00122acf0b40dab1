// Bounds, counters and progress: nobody may take a search that was cut for a whole one.
#include "Comparison.h"
#include "ScriptedMachine.h"

#include <gtest/gtest.h>

namespace raceward::test {
namespace {

const char *const kThreeWriters = "write v0 1 | write v0 2 | write v0 3";

SearchResult searchWithin(const char *text, SearchBounds bounds) {
  SearchOptions options;
  options.bounds = bounds;
  return search(script(text), options).result;
}

TEST(Bounds, EachIsNamedWhenItIsReached) {
  SearchBounds bounds;
  bounds.runs = 2;
  const SearchResult runs = searchWithin(kThreeWriters, bounds);
  EXPECT_EQ(runs.ended, SearchEnd::RunBound);
  EXPECT_EQ(runs.counters.runs, 2u);

  bounds = {};
  bounds.events = 3;
  const SearchResult events = searchWithin("local; local; local; local | local", bounds);
  EXPECT_EQ(events.ended, SearchEnd::EventBound);
  EXPECT_EQ(events.counters.events, 3u);
  EXPECT_EQ(events.counters.runs, 0u);

  bounds = {};
  bounds.eventsPerRun = 4;
  const SearchResult length = searchWithin("local; local; local; local | local", bounds);
  EXPECT_EQ(length.ended, SearchEnd::RunLength);
  EXPECT_EQ(length.counters.events, 5u);
  bounds.eventsPerRun = 5;
  EXPECT_TRUE(searchWithin("local; local; local; local | local", bounds).exhausted());

  bounds = {};
  bounds.time = std::chrono::nanoseconds(1);
  EXPECT_EQ(searchWithin(kThreeWriters, bounds).ended, SearchEnd::TimeBound);

  bounds = {};
  bounds.memoryBytes = 1;
  EXPECT_EQ(searchWithin(kThreeWriters, bounds).ended, SearchEnd::MemoryBound);
}

TEST(Bounds, OnlyAWholeSearchIsExhausted) {
  EXPECT_TRUE(searchWithin(kThreeWriters, {}).exhausted());
  for (const SearchEnd end : {SearchEnd::FirstRace, SearchEnd::RunBound, SearchEnd::EventBound,
                              SearchEnd::RunLength, SearchEnd::TimeBound, SearchEnd::MemoryBound}) {
    SearchResult result;
    result.ended = end;
    EXPECT_FALSE(result.exhausted()) << toString(end);
  }
}

TEST(Bounds, CountersCount) {
  SearchOptions options;
  options.reduction = Reduction::Source;
  const SearchResult result = search(script("write v0 1 | write v0 2"), options).result;
  EXPECT_EQ(result.counters.runs, 2u);
  EXPECT_EQ(result.counters.blockedRuns, 0u);
  EXPECT_EQ(result.counters.events, 4u);
  EXPECT_EQ(result.counters.reversals, 2u);
}

TEST(Progress, GrowsFromNothingTowardsAll) {
  for (const Reduction reduction : {Reduction::None, Reduction::Source, Reduction::Optimal}) {
    SearchOptions options;
    options.reduction = reduction;
    options.progressInterval = std::chrono::nanoseconds(0);
    std::vector<Progress> seen;
    options.onProgress = [&](const Progress &progress) { seen.push_back(progress); };
    const SearchResult result =
        search(script("awrite v0 1; awrite v1 1 | aread r0 v0; aread r1 v1 | aadd r0 v0 1"),
               options)
            .result;
    ASSERT_EQ(seen.size(), result.counters.runs + result.counters.blockedRuns);
    EXPECT_EQ(seen.front().fraction.estimate, 0);
    EXPECT_EQ(seen.front().counters.runs, 1u);
    for (const Progress &progress : seen) {
      EXPECT_LE(progress.fraction.low, progress.fraction.estimate);
      EXPECT_LT(progress.fraction.estimate, 1);
      EXPECT_GE(progress.runsPerSecond, 0);
    }
    EXPECT_GT(seen.back().fraction.estimate, 0.5) << nameOf(reduction);
  }
}

} // namespace
} // namespace raceward::test
