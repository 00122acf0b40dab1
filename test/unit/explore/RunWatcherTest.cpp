#include "raceward/explore/RunWatcher.h"

#include "ScriptedMachine.h"

#include <gtest/gtest.h>

namespace raceward::test {
namespace {

/// Threads in the order in which they go.
using Turns = std::vector<std::size_t>;

class Watched {
public:
  explicit Watched(const char *text) : machine_(script(text)) {}

  void run(
      const Turns &turns, RunWatcher::Until until = RunWatcher::Until::EndOfRun,
      const std::function<bool()> &enough = [] { return false; }) {
    ASSERT_TRUE(machine_.restart());
    std::size_t at = 0;
    const auto who = [&]() -> std::optional<ThreadId> {
      return at < turns.size() ? std::optional(ThreadId(turns[at++])) : std::nullopt;
    };
    const Result<void> watched = watcher.watch(machine_, who, until, enough);
    ASSERT_TRUE(watched) << watched.error().message;
  }

  RunWatcher watcher;

private:
  ScriptedMachine machine_;
};

TEST(RunWatcher, SeesTheRaceOfARun) {
  Watched watched("write v0 1; local | local; write v0 2; local");
  watched.run({0, 0, 1, 1, 1});
  ASSERT_EQ(watched.watcher.races().size(), 1U);
  const RacingPair pair = *watched.watcher.races().begin();
  EXPECT_EQ(pair.first, (RacingAccess{ThreadId(0), PositionId(0)}));
  EXPECT_EQ(pair.second, (RacingAccess{ThreadId(1), PositionId(3)}));
  ASSERT_TRUE(watched.watcher.firstRace());
  EXPECT_EQ(watched.watcher.firstRace()->size(), 4U); // ends with the second access
  EXPECT_EQ(watched.watcher.events(), 5U);
  EXPECT_EQ(watched.watcher.lastRun().size(), 5U);
}

TEST(RunWatcher, StopsAtTheFirstRaceIfToldTo) {
  Watched watched("write v0 1; local | local; write v0 2; local");
  watched.run({0, 0, 1, 1, 1}, RunWatcher::Until::FirstRace);
  EXPECT_EQ(watched.watcher.events(), 4U);
  EXPECT_EQ(watched.watcher.lastRun().size(), 4U);
}

TEST(RunWatcher, WhatALockOrdersInThisRunIsNoRace) {
  Watched watched("write v0 1; lock m0; unlock m0 | lock m0; unlock m0; write v0 2");
  watched.run({0, 0, 0, 1, 1, 1});
  EXPECT_TRUE(watched.watcher.races().empty());
  EXPECT_FALSE(watched.watcher.firstRace());
  watched.run({1, 1, 1, 0, 0, 0});
  ASSERT_EQ(watched.watcher.races().size(), 1U);
  EXPECT_EQ(watched.watcher.events(), 12U);
}

TEST(RunWatcher, ARunForgetsTheOneBefore) {
  Watched watched("write v0 1 | write v0 2");
  watched.run({0});
  watched.run({1});
  EXPECT_TRUE(watched.watcher.races().empty());
  EXPECT_EQ(watched.watcher.lastRun().size(), 1U);
}

TEST(RunWatcher, GathersRacesOverRuns) {
  Watched watched("write v0 1; write v1 1 | write v0 2 | write v1 2");
  watched.run({0, 0, 1});
  EXPECT_EQ(watched.watcher.races().size(), 1U);
  watched.run({0, 0, 2});
  EXPECT_EQ(watched.watcher.races().size(), 2U);
  ASSERT_EQ(watched.watcher.laterRaces().size(), 1U);
  EXPECT_EQ(watched.watcher.laterRaces()[0].pair.second.thread, ThreadId(2));
  EXPECT_EQ(watched.watcher.laterRaces()[0].run.size(), 3U);
}

TEST(RunWatcher, AFailingTrylockLeavesTheOrderOpen) {
  Watched watched("write v0 1; lock m0 | trylock r0 m0; write v0 2");
  watched.run({0, 0, 1, 1});
  EXPECT_TRUE(watched.watcher.races().empty());
  EXPECT_TRUE(watched.watcher.ambiguous());
}

TEST(RunWatcher, EnoughEndsARun) {
  std::string text = "local";
  for (int i = 0; i < 499; ++i)
    text += "; local";
  Watched watched(text.c_str());
  watched.run(Turns(500, 0), RunWatcher::Until::EndOfRun, [] { return true; });
  EXPECT_GT(watched.watcher.events(), 0U);
  EXPECT_LT(watched.watcher.events(), 500U);
}

} // namespace
} // namespace raceward::test
