// The explorer ends before the check does.
#include "raceward/check/ExploreLimits.h"

#include <gmock/gmock.h>

namespace raceward {
namespace {

using TimeFrom = ExploreLimits::TimeFrom;
using testing::HasSubstr;

CheckRequest requestWith(std::optional<double> limit, std::optional<double> explore) {
  CheckRequest request;
  request.timeLimitSeconds = limit;
  request.explore.seconds = explore;
  return request;
}

TEST(ExploreLimits, WithoutAnyLimitThereIsADefault) {
  const ExploreLimits limits = exploreLimits(requestWith({}, {}), 5);
  EXPECT_EQ(limits.seconds, kDefaultExploreSeconds);
  EXPECT_EQ(limits.timeFrom, TimeFrom::Default);
  EXPECT_LT(limits.memoryBytes, UINT64_MAX);
}

TEST(ExploreLimits, TheCheckKeepsTimeForItsEnd) {
  EXPECT_DOUBLE_EQ(exploreLimits(requestWith(100, {}), 20).seconds, 70);
  EXPECT_DOUBLE_EQ(exploreLimits(requestWith(2, {}), 0.5).seconds, 1);
  EXPECT_DOUBLE_EQ(exploreLimits(requestWith(900, {}), 0).seconds, 890);
  EXPECT_DOUBLE_EQ(exploreLimits(requestWith(0.3, {}), 0.1).seconds, 0);
  EXPECT_EQ(exploreLimits(requestWith(100, {}), 0).timeFrom, TimeFrom::TimeLimit);
}

TEST(ExploreLimits, TheSmallerOfTwoCounts) {
  EXPECT_EQ(exploreLimits(requestWith(100, 10), 0).seconds, 10);
  EXPECT_EQ(exploreLimits(requestWith(100, 10), 0).timeFrom, TimeFrom::ExploreTime);
  EXPECT_EQ(exploreLimits(requestWith(100, 95), 0).timeFrom, TimeFrom::TimeLimit);
  EXPECT_EQ(exploreLimits(requestWith({}, 1000), 0).seconds, 1000);
}

TEST(ExploreLimits, MemoryStaysBelowTheLimit) {
  CheckRequest request;
  request.memoryLimitBytes = 1000;
  EXPECT_EQ(exploreLimits(request, 0).memoryBytes, 800U);
}

TEST(ExploreLimits, EveryGapSaysWhatToDo) {
  ExploreLimits limits = exploreLimits(requestWith({}, {}), 0);
  SearchCounters counters;
  counters.runs = 1233;
  counters.blockedRuns = 1;
  const Gap time = gapFrom(SearchEnd::TimeBound, limits, counters);
  EXPECT_EQ(time.kind, GapKind::TimeLimit);
  EXPECT_THAT(time.message, HasSubstr("60 s (1,234 runs)"));
  EXPECT_THAT(time.hint, HasSubstr("--explore-time"));
  limits.timeFrom = TimeFrom::TimeLimit;
  EXPECT_THAT(gapFrom(SearchEnd::TimeBound, limits, counters).hint, HasSubstr("--time-limit"));
  const Gap memory = gapFrom(SearchEnd::MemoryBound, limits, counters);
  EXPECT_EQ(memory.kind, GapKind::MemoryLimit);
  EXPECT_THAT(memory.hint, HasSubstr("--memory-limit"));
  EXPECT_EQ(gapFrom(SearchEnd::RunLength, limits, counters).kind, GapKind::Bound);
}

} // namespace
} // namespace raceward
