#include "Controller.h"

#include <gtest/gtest.h>
#include <map>
#include <sys/wait.h>

namespace {

ControlledRun runOf(const char *scenario, const Wanted &wanted = {}) {
  Controller controller({RW_SCENARIOS, scenario});
  return controller.run(wanted);
}

ControlledRun inOrderOf(const char *scenario, const std::vector<std::uint8_t> &threads) {
  Wanted wanted;
  wanted.forced = inOrder(threads);
  return runOf(scenario, wanted);
}

// Programs that test themselves: the result is the status.
class ControlSelfTest : public testing::TestWithParam<const char *> {};

TEST_P(ControlSelfTest, EndsWell) {
  Controller controller({RW_SCENARIOS, GetParam()});
  for (const rw_policy policy : {RW_LOWEST, RW_CONTINUE}) {
    Wanted wanted;
    wanted.policy = policy;
    const ControlledRun run = controller.run(wanted);
    EXPECT_EQ(run.state, RW_FINISHED) << run.words << "\n" << text(run.events);
    EXPECT_EQ(WEXITSTATUS(run.status), 0) << text(run.events);
  }
  // Whatever random schedules do, the same schedule does the same once more.
  for (const rw_policy policy : {RW_RANDOM, RW_PRIORITY})
    for (unsigned seed = 1; seed <= 20; ++seed) {
      Wanted wanted;
      wanted.policy = policy;
      wanted.seed = seed;
      const ControlledRun run = controller.run(wanted);
      ASSERT_TRUE(run.state == RW_FINISHED || run.state == RW_DEADLOCK) << run.words;
      Wanted again;
      again.forced = forcedFrom(run.events);
      const ControlledRun replayed = controller.run(again);
      ASSERT_EQ(replayed.state, run.state) << replayed.words;
      ASSERT_EQ(text(replayed.events), text(run.events));
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, ControlSelfTest,
    testing::Values("signals", "broadcasts", "first_come", "timed_wait", "timed_wait_is_signalled",
                    "timed_lock", "kinds", "try_lock", "readers", "reader_and_writer", "semaphore",
                    "barriers", "spinlock", "only_once", "three_once", "c11", "sleeps", "spinning",
                    "spinning_for_a_sleeper", "yields_until_set", "key_destructor",
                    "exit_leaves_frames", "leaves_sleeper", "cancels", "pipe_between_threads",
                    "much_through_pipe", "much_through_socket", "poll_gives_up", "forks",
                    "opens_file", "random_numbers", "waits_for_signal", "tries_join",
                    "stream_locks", "atomics"),
    [](const auto &scenario) { return std::string(scenario.param); });

TEST(ControlSynchronisation, AWaitIsFourSteps) {
  const ControlledRun run = runOf("signals");
  EXPECT_EQ(text(run.events),
            "0:WRITE 0:CREATE 0:WRITE 0:CREATE 1:START 1:LOCK 1:AUPDATE 1:UNLOCK 2:START 2:LOCK "
            "2:UNLOCK 2:AUPDATE 2:AWRITE 1:AWAIT 1:LOCK 1:UNLOCK 0:JOIN 0:JOIN 0:EXIT");
  EXPECT_EQ(run.events[12].address, run.events[13].address);
}

TEST(ControlSynchronisation, ASignalThatComesFirstIsLost) {
  const ControlledRun run = inOrderOf("lost_signal", {0, 0, 0, 0, 2, 2, 2, 2});
  EXPECT_EQ(run.state, RW_DEADLOCK) << text(run.events);
  EXPECT_EQ(run.pending[1].kind, RW_EV_AWAIT);
  EXPECT_EQ(runOf("lost_signal").state, RW_FINISHED);
}

TEST(ControlSynchronisation, AMutexThatIsHeldHoldsUp) {
  const ControlledRun run = inOrderOf("locked", {0, 0, 0, 0, 1, 1, 2, 2});
  EXPECT_EQ(run.state, RW_DIVERGED);
  EXPECT_NE(run.words.find("step 7: thread 2 was to move, and cannot"), std::string::npos)
      << run.words;
}

TEST(ControlSynchronisation, LockingAgainIsADeadlock) {
  EXPECT_EQ(runOf("self_deadlock").state, RW_DEADLOCK);
}

TEST(ControlSynchronisation, AFailedAttemptIsAStep) {
  const ControlledRun run = inOrderOf("try_lock", {0, 0, 0, 0, 1, 1, 2, 2});
  ASSERT_EQ(run.state, RW_FINISHED) << run.words;
  EXPECT_EQ(run.events[7].kind, RW_EV_TRYLOCK);
  EXPECT_EQ(run.events[7].flags, RW_ATTEMPT);
  // The same place of a schedule in which it succeeds.
  Wanted wanted;
  wanted.forced = inOrder({0, 0, 0, 0, 2, 2});
  wanted.forced.back().kind = RW_EV_TRYLOCK;
  const ControlledRun other = runOf("try_lock", wanted);
  ASSERT_EQ(other.state, RW_FINISHED) << other.words;
  EXPECT_EQ(other.events[5].kind, RW_EV_LOCK);
}

TEST(ControlSynchronisation, ReadersShareAndWritersDoNot) {
  EXPECT_EQ(inOrderOf("readers", {0, 0, 0, 0, 1, 2, 1, 2, 1, 2, 1, 2}).state, RW_FINISHED);
  EXPECT_EQ(inOrderOf("reader_and_writer", {0, 0, 0, 0, 1, 2, 1, 2}).state, RW_DIVERGED);
  EXPECT_EQ(inOrderOf("reader_and_writer", {0, 0, 0, 0, 1, 2, 2, 1}).state, RW_DIVERGED);
}

TEST(ControlSynchronisation, ASemaphoreIsWaitedForUntilThePost) {
  EXPECT_EQ(inOrderOf("semaphore", {0, 0, 0, 0, 1, 1}).state, RW_DIVERGED);
  EXPECT_NE(text(runOf("semaphore").events).find("2:POST 1:WAIT"), std::string::npos);
}

TEST(ControlSynchronisation, ABarrierHasRounds) {
  const ControlledRun run = runOf("barriers");
  EXPECT_EQ(text(run.events),
            "0:WRITE 0:CREATE 0:WRITE 0:CREATE 1:START 1:ARRIVE 2:START 2:ARRIVE 1:PASS 1:ARRIVE "
            "2:PASS 2:ARRIVE 1:PASS 0:JOIN 2:PASS 0:JOIN 0:ARRIVE 0:PASS 0:EXIT");
  EXPECT_EQ(run.events[8].bytes, 2U);
  EXPECT_EQ(run.events[8].extra, 0U);
  EXPECT_EQ(run.events[12].extra, 2U);
  EXPECT_EQ(run.events[17].extra, 0U) << "initialised anew, it begins anew";
}

TEST(ControlSynchronisation, OnceIsALockOfItsFirstCaller) {
  EXPECT_EQ(text(runOf("only_once").events),
            "0:WRITE 0:CREATE 0:WRITE 0:CREATE 1:START 1:LOCK 1:READ 1:WRITE 1:UNLOCK 0:JOIN "
            "2:START 2:RLOCK 2:RUNLOCK 0:JOIN 0:EXIT");
  EXPECT_EQ(inOrderOf("only_once", {0, 0, 0, 0, 1, 1, 2, 2}).state, RW_DIVERGED);
  // Both stood before it when the first one was called.
  const ControlledRun run = inOrderOf("only_once", {0, 0, 0, 0, 1, 2, 1, 1, 1, 1, 2});
  EXPECT_EQ(text(run.events),
            "0:WRITE 0:CREATE 0:WRITE 0:CREATE 1:START 2:START 1:LOCK 1:READ 1:WRITE 1:UNLOCK "
            "2:RLOCK 0:JOIN 2:RUNLOCK 0:JOIN 0:EXIT");
}

// A lock has one holder, whatever the library's object is.
class ControlLockTest : public testing::TestWithParam<const char *> {};

TEST_P(ControlLockTest, IsHeldByOneThreadAtATime) {
  Controller controller({RW_SCENARIOS, GetParam()});
  for (unsigned seed = 1; seed <= 100; ++seed) {
    Wanted wanted;
    wanted.policy = RW_RANDOM;
    wanted.seed = seed;
    const ControlledRun run = controller.run(wanted);
    std::map<std::uint64_t, int> writers;
    std::map<std::uint64_t, int> readers;
    for (const auto &event : run.events) {
      if (event.kind == RW_EV_LOCK) {
        EXPECT_EQ(writers[event.address]++, 0);
        EXPECT_EQ(readers[event.address], 0);
      } else if (event.kind == RW_EV_READ_LOCK) {
        EXPECT_EQ(writers[event.address], 0);
        ++readers[event.address];
      } else if (event.kind == RW_EV_UNLOCK) {
        EXPECT_EQ(--writers[event.address], 0);
      } else if (event.kind == RW_EV_READ_UNLOCK) {
        EXPECT_GE(--readers[event.address], 0);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ControlLockTest,
                         testing::Values("three_once", "locked", "try_lock", "reader_and_writer",
                                         "spinlock", "stream_locks", "kinds", "signals", "c11"),
                         [](const auto &scenario) { return std::string(scenario.param); });

TEST(ControlSynchronisation, OnceMayBeCalledAgain) {
  EXPECT_EQ(runOf("three_once").state, RW_FINISHED);
}

TEST(ControlSynchronisation, WhoWaitsLongestGivesUpLast) {
  const ControlledRun run = runOf("timed_lock");
  EXPECT_NE(text(run.events).find("0:TRYLOCK~ 0:READ 0:LOOK~ 0:POST 0:READ 0:TRYLOCK? "),
            std::string::npos)
      << text(run.events);
}

TEST(ControlSynchronisation, TheProcessEndsLast) {
  EXPECT_EQ(text(runOf("no_join").events), "0:WRITE 0:CREATE 1:START 1:WRITE 0:EXIT");
  EXPECT_EQ(inOrderOf("no_join", {0, 0, 0}).state, RW_DIVERGED);
  const ControlledRun run = runOf("exit_handler");
  EXPECT_EQ(text(run.events), "0:WRITE 0:EXIT");
  EXPECT_EQ(WEXITSTATUS(run.status), 3);
  const ControlledRun last = runOf("main_exits_first");
  EXPECT_EQ(last.state, RW_FINISHED);
  EXPECT_EQ(text(last.events), "0:WRITE 0:CREATE 1:START 1:WRITE 1:EXIT");
}

TEST(ControlSynchronisation, DestructorsOfKeysBelongToTheThread) {
  EXPECT_EQ(text(runOf("key_destructor").events),
            "0:WRITE 0:CREATE 1:START 1:WRITE 0:JOIN 0:WRITE 0:EXIT");
}

TEST(ControlSynchronisation, TooManyThreadsAreRefused) {
  const ControlledRun run = runOf("too_many");
  EXPECT_EQ(run.state, RW_REFUSED);
  EXPECT_EQ(run.words, "the program creates more than 64 threads");
}

} // namespace
