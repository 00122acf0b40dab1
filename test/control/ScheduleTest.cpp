#include "Controller.h"

#include <csignal>
#include <cstring>
#include <gtest/gtest.h>
#include <set>
#include <sys/wait.h>

namespace {

bool sameBytes(const ControlledRun &a, const ControlledRun &b) {
  return a.state == b.state && a.events.size() == b.events.size() &&
         std::memcmp(a.events.data(), b.events.data(), a.events.size() * sizeof(rw_event)) == 0;
}

TEST(ControlSchedule, LowestRunsOneThreadAfterTheOther) {
  Controller controller({RW_SCENARIOS, "plain"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(run.state, RW_FINISHED) << run.words;
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.threads, 3U);
  EXPECT_EQ(text(run.events), "0:WRITE 0:CREATE 0:WRITE 0:CREATE 1:START 1:READ 1:WRITE 0:JOIN "
                              "2:START 2:READ 2:WRITE 0:JOIN 0:READ 0:EXIT");
}

TEST(ControlSchedule, EnabledThreadsAreThoseThatCouldMove) {
  Controller controller({RW_SCENARIOS, "locked"});
  const ControlledRun run = controller.run({});
  ASSERT_EQ(run.state, RW_FINISHED) << run.words;
  for (const auto &event : run.events) {
    EXPECT_TRUE(event.enabled >> event.thread & 1);
    if (event.kind == RW_EV_EXIT) {
      EXPECT_EQ(event.enabled, 1U);
    }
  }
  EXPECT_EQ(run.events[4].kind, RW_EV_START);
  EXPECT_EQ(run.events[4].enabled, 0b110U) << "main waits for thread 1";
}

TEST(ControlSchedule, ForcedPartIsFollowed) {
  Controller controller({RW_SCENARIOS, "plain"});
  Wanted wanted;
  wanted.forced = inOrder({0, 0, 0, 0, 2, 1, 2, 1, 2, 1});
  const ControlledRun run = controller.run(wanted);
  EXPECT_EQ(run.state, RW_FINISHED) << run.words;
  EXPECT_EQ(text(run.events), "0:WRITE 0:CREATE 0:WRITE 0:CREATE 2:START 1:START 2:READ 1:READ "
                              "2:WRITE 1:WRITE 0:JOIN 0:JOIN 0:READ 0:EXIT");
  EXPECT_GE(run.switches, 6U);
}

TEST(ControlSchedule, SameScheduleGivesTheSameBytes) {
  for (const char *scenario : {"plain", "locked", "thirty"}) {
    Controller controller({RW_SCENARIOS, scenario});
    Wanted wanted;
    wanted.policy = RW_RANDOM;
    wanted.seed = 7;
    const ControlledRun first = controller.run(wanted);
    ASSERT_EQ(first.state, RW_FINISHED) << first.words;
    Wanted again;
    again.forced = forcedFrom(first.events);
    for (int i = 0; i < 100; ++i)
      ASSERT_TRUE(sameBytes(first, controller.run(again))) << scenario << " run " << i;
  }
}

TEST(ControlSchedule, DivergenceIsTold) {
  Controller controller({RW_SCENARIOS, "plain"});
  Wanted wanted;
  wanted.forced = inOrder({0, 1});
  ControlledRun run = controller.run(wanted);
  EXPECT_EQ(run.state, RW_DIVERGED);
  EXPECT_EQ(run.words, "step 1: thread 1 was to move, and does not exist");

  wanted.forced = inOrder({0, 0});
  wanted.forced.back().kind = RW_EV_LOCK;
  run = controller.run(wanted);
  EXPECT_EQ(run.state, RW_DIVERGED);
  EXPECT_NE(run.words.find("step 1: thread 0 was to do kind 7"), std::string::npos) << run.words;

  wanted.forced = inOrder({0, 0, 0, 0, 0});
  run = controller.run(wanted);
  EXPECT_EQ(run.state, RW_DIVERGED);
  EXPECT_NE(run.words.find("step 4: thread 0 was to move, and cannot"), std::string::npos)
      << run.words;

  wanted.forced = inOrder({0, 0, 0, 0, 1});
  wanted.forced.back().site = 3;
  EXPECT_EQ(controller.run(wanted).state, RW_DIVERGED);
}

TEST(ControlSchedule, DeadlockIsTold) {
  Controller controller({RW_SCENARIOS, "crossed"});
  Wanted wanted;
  wanted.forced = inOrder({0, 0, 0, 0, 1, 2, 1, 2});
  const ControlledRun run = controller.run(wanted);
  EXPECT_EQ(run.state, RW_DEADLOCK);
  EXPECT_EQ(run.enabled, 0U);
  ASSERT_EQ(run.pending.size(), 3U);
  EXPECT_EQ(run.pending[0].kind, RW_EV_JOIN);
  EXPECT_EQ(run.pending[1].kind, RW_EV_LOCK);
  EXPECT_EQ(run.pending[2].kind, RW_EV_LOCK);
  EXPECT_EQ(controller.run({}).state, RW_FINISHED) << "the same slot serves again";
}

TEST(ControlSchedule, CrashIsToldWithItsChainOfCalls) {
  Controller controller({RW_SCENARIOS, "crash"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(run.state, RW_CRASHED);
  EXPECT_EQ(run.signal, SIGSEGV);
  EXPECT_TRUE(WIFSIGNALED(run.status));
  EXPECT_EQ(WTERMSIG(run.status), SIGSEGV);
  EXPECT_EQ(run.crashStack, (std::vector<std::uint64_t>{2, 4}));
  ASSERT_EQ(run.events.size(), 1U);
  EXPECT_EQ(run.events[0].context, 1U);
  ASSERT_EQ(run.contexts.size(), 1U);
  EXPECT_EQ(run.contexts[0].site, 4U);
}

TEST(ControlSchedule, AbortIsACrash) {
  Controller controller({RW_SCENARIOS, "aborts"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(run.state, RW_CRASHED);
  EXPECT_EQ(run.signal, SIGABRT);
}

TEST(ControlSchedule, LimitsEndTheRun) {
  Controller controller({RW_SCENARIOS, "million"});
  Wanted wanted;
  wanted.mostEvents = 10;
  ControlledRun run = controller.run(wanted);
  EXPECT_EQ(run.state, RW_TOO_LONG);
  EXPECT_EQ(run.events.size(), 10U);
  wanted.mostEvents = 1000;
  wanted.mostLogged = 10;
  run = controller.run(wanted);
  EXPECT_EQ(run.state, RW_LOG_FULL);
  EXPECT_EQ(run.events.size(), 10U);
}

TEST(ControlSchedule, RecordsOfOneStepCountAsOne) {
  Controller controller({RW_SCENARIOS, "atomics"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(text(run.events), "0:AREAD 0:AUPDATE 0:READ 0:WRITE 0:READ 0:EXIT");
  EXPECT_EQ(run.events[0].order, RW_RELAXED);
  EXPECT_EQ(run.events[1].order, RW_SEQ_CST);
  EXPECT_EQ(run.events[2].flags, RW_MORE);
  Wanted again;
  again.forced = forcedFrom(run.events);
  EXPECT_EQ(again.forced.size(), 5U);
  EXPECT_TRUE(sameBytes(run, controller.run(again)));
}

// Sites 1 and 2 are the read and the write of "plain".
TEST(ControlSchedule, PoliciesSwitchAtMarkedSitesAlone) {
  Controller controller({RW_SCENARIOS, "plain"});
  Wanted wanted;
  wanted.onlyMarked = true;
  wanted.policy = RW_RANDOM;
  wanted.switchPermille = 1000;
  const auto mixes = [&] {
    bool isMixed = false;
    for (wanted.seed = 1; wanted.seed < 30; ++wanted.seed) {
      const std::string events = text(controller.run(wanted).events);
      isMixed |= events.find("1:READ 1:WRITE") == std::string::npos ||
                 events.find("2:READ 2:WRITE") == std::string::npos;
    }
    return isMixed;
  };
  EXPECT_FALSE(mixes());
  wanted.marks = {0, 1};
  EXPECT_TRUE(mixes());
}

TEST(ControlSchedule, SitesThatAreNoStepsAreNotLogged) {
  Controller controller({RW_SCENARIOS, "plain"});
  Wanted wanted;
  wanted.marks = {2, 0};
  EXPECT_EQ(text(controller.run(wanted).events),
            "0:WRITE 0:CREATE 0:WRITE 0:CREATE 1:START 1:WRITE 0:JOIN 2:START 2:WRITE 0:JOIN "
            "0:EXIT");
}

TEST(ControlSchedule, ChangesGiveTheTokenAtTheirEvent) {
  Controller controller({RW_SCENARIOS, "plain"});
  Wanted wanted;
  wanted.policy = RW_CONTINUE;
  EXPECT_EQ(text(controller.run(wanted).events),
            "0:WRITE 0:CREATE 0:WRITE 0:CREATE 1:START 1:READ 1:WRITE 2:START 2:READ 2:WRITE "
            "0:JOIN 0:JOIN 0:READ 0:EXIT");
  wanted.changes = {{.at = 6, .thread = 2, .reserved = 0}, {.at = 8, .thread = 1, .reserved = 0}};
  EXPECT_EQ(text(controller.run(wanted).events),
            "0:WRITE 0:CREATE 0:WRITE 0:CREATE 1:START 1:READ 2:START 2:READ 1:WRITE 2:WRITE "
            "0:JOIN 0:JOIN 0:READ 0:EXIT");
}

TEST(ControlSchedule, RandomPoliciesReachAllOutcomes) {
  for (const rw_policy policy : {RW_RANDOM, RW_PRIORITY}) {
    Controller controller({RW_SCENARIOS, "plain"});
    std::set<std::string> seen;
    Wanted wanted;
    wanted.policy = policy;
    wanted.length = 14;
    for (wanted.seed = 1; wanted.seed <= 300; ++wanted.seed)
      seen.insert(text(controller.run(wanted).events));
    EXPECT_GT(seen.size(), policy == RW_RANDOM ? 40U : 10U);
  }
}

TEST(ControlSchedule, ChainsOfCallsMayBeDeep) {
  Controller controller({RW_SCENARIOS, "deep_calls"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(run.status, 0);
  ASSERT_FALSE(run.events.empty());
  EXPECT_EQ(run.events[0].context, 40000U);
  ASSERT_EQ(run.contexts.size(), 40000U);
  for (std::uint32_t i = 0; i < 40000; ++i) {
    ASSERT_EQ(run.contexts[i].parent, i);
    ASSERT_EQ(run.contexts[i].site, 4U);
  }
}

TEST(ControlSchedule, SitesAreWritten) {
  Controller controller({RW_SCENARIOS, "plain"});
  controller.run({});
  EXPECT_EQ(controller.sites().substr(0, 37), "10\t1\t1\tscenarios.c\tworker\tx\t\t0\n11\t1\t2");
}

} // namespace
