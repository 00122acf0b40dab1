// Hunting: races that single runs show, and nothing else.
#include "raceward/explore/Hunt.h"
#include "ScriptedMachine.h"

#include <gtest/gtest.h>

namespace raceward::test {
namespace {

HuntResult hunted(const char *text, HuntOptions options, Waiting waiting = Waiting::Busy) {
  ScriptedMachine machine(script(text), waiting);
  auto result = hunt(machine, options);
  RW_CHECK(result);
  return std::move(*result);
}

// The main thread never ends; the second write of v1 needs the other thread to come between
// the two writes of v0.
const char *const kNeedsOneOrder = "create 1; create 2; aread r0 v9; again 1 unless r0 1 | "
                                   "awrite v0 1; awrite v0 0; write v1 1 | "
                                   "local; aread r0 v0; skip 1 unless r0 1; write v1 2";

HuntOptions within(std::uint64_t runs, std::uint64_t eventsPerRun) {
  HuntOptions options;
  options.bounds.runs = runs;
  options.bounds.eventsPerRun = eventsPerRun;
  return options;
}

TEST(Hunt, FindsARaceThatNeedsOneOrderBesideAThreadThatRunsForEver) {
  const HuntResult result = hunted(kNeedsOneOrder, within(200, 200));
  ASSERT_EQ(result.ended, HuntEnd::FirstRace);
  EXPECT_EQ(result.races.size(), 1u);
  ASSERT_TRUE(result.firstRace);

  ScriptedMachine machine(script(kNeedsOneOrder), Waiting::Busy);
  ASSERT_TRUE(machine.restart());
  for (const Event &event : *result.firstRace) {
    EXPECT_EQ(machine.next(event.thread, event.outcome), event.operation);
    ASSERT_TRUE(machine.step(event.thread, event.outcome));
  }
}

TEST(Hunt, EndsWhenItIsEnough) {
  HuntOptions options = within(1000, 50);
  unsigned asked = 0;
  options.isEnough = [&] { return ++asked > 7; };
  const HuntResult result = hunted("write v0 1 | write v1 1", options);
  EXPECT_EQ(result.ended, HuntEnd::Enough);
  EXPECT_EQ(result.runs, 7u);
}

TEST(Hunt, TheSeedDecidesEverything) {
  HuntOptions options = within(40, 50);
  options.stopAtFirstRace = false;
  const char *const program = "choose r0 3; write v0 r0; aread r1 v2; again 1 unless r1 1 | "
                              "read r0 v0; skip 1 unless r0 2; write v1 1 | read r0 v1";
  const HuntResult first = hunted(program, options);
  const HuntResult again = hunted(program, options);
  ASSERT_TRUE(first.firstRace);
  EXPECT_EQ(*first.firstRace, *again.firstRace);
  EXPECT_EQ(first.races, again.races);
  EXPECT_EQ(first.events, again.events);
  EXPECT_EQ(first.races.size(), 2u);
  bool differs = false;
  for (options.seed = 2; options.seed < 6; ++options.seed)
    differs |= *hunted(program, options).firstRace != *first.firstRace;
  EXPECT_TRUE(differs);
}

// The writes are ordered by the lock that follows them, unless one thread stands before its own
// while the other comes to its own: two moments in long runs.
TEST(Hunt, HoldsThreadsUntilTwoMeet) {
  const auto looksAround = [](int times, const char *mutex) {
    std::string text;
    for (int i = 0; i < times; ++i)
      text += std::string("lock ") + mutex + "; unlock " + mutex + "; ";
    return text;
  };
  const std::string program = looksAround(50, "m1") + "write v0 1; lock m0; unlock m0; " +
                              looksAround(50, "m1") + "| " + looksAround(100, "m2") +
                              "lock m0; unlock m0; write v0 2; " + looksAround(50, "m2");
  HuntOptions options = within(20, 1000);
  EXPECT_EQ(hunted(program.c_str(), options).races.size(), 1u);
}

TEST(Hunt, NothingIsFoundWhereNothingIs) {
  HuntOptions options = within(100, 100);
  const HuntResult result =
      hunted("lock m0; write v0 1; unlock m0 | lock m0; write v0 2; unlock m0", options);
  EXPECT_EQ(result.ended, HuntEnd::RunBound);
  EXPECT_TRUE(result.races.empty());
  EXPECT_FALSE(result.ambiguousOrder);
  EXPECT_EQ(result.runs, 100u);
  EXPECT_EQ(result.events, 600u);
}

TEST(Hunt, WhatIsOpenIsSaid) {
  const HuntResult result = hunted(
      "write v0 1; lock m0 | trylock r0 m0; skip 1 unless r0 0; write v0 2", within(100, 100));
  EXPECT_TRUE(result.races.empty());
  EXPECT_TRUE(result.ambiguousOrder);
}

TEST(Hunt, StopsInTheMiddleOfARun) {
  HuntOptions options = within(1, UINT64_MAX);
  options.bounds.shortestRun = UINT64_MAX;
  options.bounds.time = std::chrono::milliseconds(20);
  const HuntResult result = hunted("aread r0 v0; again 1 unless r0 1", options);
  EXPECT_EQ(result.ended, HuntEnd::TimeBound);
  EXPECT_EQ(result.runs, 0u);
  EXPECT_GT(result.events, 0u);
}

TEST(Hunt, RunsAreShortFirst) {
  HuntOptions options = within(36, 1000);
  options.bounds.shortestRun = 250;
  const std::string loop = "aread r0 v0; again 1 unless r0 1";
  const HuntResult result = hunted((loop + " | " + loop).c_str(), options);
  EXPECT_EQ(result.cutRuns, 36u);
  // Four of 250, four of 500, then 1,000 each until all begins again.
  EXPECT_EQ(result.events, 4u * (250 + 500 + 6 * 1000 + 250));
}

// What one thread does before there is another one is not what a short run is meant to leave out.
TEST(Hunt, RunsAreShortFromTheSecondThreadOn) {
  HuntOptions options = within(4, 1000);
  options.bounds.shortestRun = 250;
  const HuntResult alone = hunted("aread r0 v0; again 1 unless r0 1", options);
  EXPECT_EQ(alone.events, 4U * 1000);
  const HuntResult both =
      hunted("aread r0 v0; aread r0 v0; create 1; aread r0 v0; again 1 unless r0 1 | aread r0 v0; "
             "again 1 unless r0 1",
             options);
  EXPECT_EQ(both.events, 4U * (3 + 250));
}

TEST(Hunt, RepeatsARunStepByStep) {
  HuntOptions options = within(1, 1000);
  const char *const program = "aread r0 v0; aread r0 v1 | awrite v0 1; awrite v1 1 | aread r0 v0";
  const std::uint64_t once = hunted(program, options).events;
  unsigned asked = 0;
  options.isWorthRepeating = [&] { return asked++ < 2; };
  options.wasNotShown = [](ThreadId) { return false; };
  const HuntResult result = hunted(program, options);
  EXPECT_EQ(asked, 3u);
  EXPECT_EQ(result.runs, 3u);
  EXPECT_EQ(result.events, 3 * once);
}

TEST(Hunt, OtherWorkMakesARunLonger) {
  HuntOptions options = within(4, 1000);
  options.bounds.shortestRun = 250;
  options.otherWork = [] { return 200; };
  const std::string loop = "aread r0 v0; again 1 unless r0 1";
  const HuntResult result = hunted((loop + " | " + loop).c_str(), options);
  EXPECT_EQ(result.cutRuns, 4u);
  EXPECT_EQ(result.events, 4u * 50);
}

// Five threads that look at all there is to look at, for 10^5 events. What a look costs must not
// grow with the run: it took 30 s when it did, and takes a tenth of one.
TEST(Hunt, LongRunsAreNotQuadratic) {
  const char *const program =
      "write v0 1; create 1; create 2; create 3; create 4; lock m0; read r0 v0; read r0 v1; "
      "unlock m0; again 4 unless r0 7 | lock m0; read r0 v0; unlock m0; again 3 unless r0 7 | "
      "read r1 v0; aread r0 v2; again 2 unless r0 7 | aread r0 v2; again 1 unless r0 7 | "
      "begin; read r0 v2; assume r0 7; end";
  HuntOptions options = within(1, 100'000);
  options.bounds.shortestRun = 100'000;
  options.bounds.time = std::chrono::seconds(5);
  const HuntResult result = hunted(program, options);
  EXPECT_EQ(result.cutRuns, 1u);
  EXPECT_EQ(result.events, 100'000u);
  EXPECT_TRUE(result.races.empty());
}

} // namespace
} // namespace raceward::test
