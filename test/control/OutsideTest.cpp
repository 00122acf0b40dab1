#include "Controller.h"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace {

TEST(ControlOutside, AReadOfAnEmptyPipeWaitsForTheWriter) {
  Controller controller({RW_SCENARIOS, "pipe_between_threads"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(text(run.events), "0:WRITE 0:CREATE 0:WRITE 0:CREATE 1:START 2:START 2:WRITE 2:OUTSIDE "
                              "1:OUTSIDE 1:WRITE 0:JOIN 0:JOIN 0:EXIT");
}

// A pipe with a name as standard input: somebody outside writes to it, late.
TEST(ControlOutside, InputThatComesLateIsWaitedFor) {
  char folder[] = "/tmp/raceward-outside-XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  const std::string path = std::string(folder) + "/input";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  Controller controller({RW_SCENARIOS, "waits_for_input"});
  std::thread world([&] {
    const int fd = open(path.c_str(), O_WRONLY);
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    EXPECT_EQ(write(fd, "hello", 5), 5);
    close(fd);
  });
  Wanted wanted;
  wanted.input = path;
  const ControlledRun run = controller.run(wanted);
  world.join();
  EXPECT_EQ(run.state, RW_FINISHED) << run.words;
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(text(run.events), "0:OUTSIDE 0:EXIT");
  unlink(path.c_str());
  rmdir(folder);
}

TEST(ControlOutside, AForkedProcessIsNotControlled) {
  Controller controller({RW_SCENARIOS, "forks"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(run.state, RW_FINISHED) << "its crash is not ours: " << run.words;
  EXPECT_EQ(text(run.events), "0:OUTSIDE 0:OUTSIDE 0:EXIT");
}

TEST(ControlOutside, TimePassesForWhoWaitsBesideASleeper) {
  Controller controller({RW_SCENARIOS, "poll_beside_sleeper"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(run.state, RW_FINISHED) << run.words;
  EXPECT_EQ(run.status, 0);
  EXPECT_LT(run.events.size(), 40U);
}

TEST(ControlOutside, ErrnoSurvivesOtherThreads) {
  Controller controller({RW_SCENARIOS, "keeps_errno"});
  Wanted wanted;
  wanted.policy = RW_RANDOM;
  wanted.switchPermille = 1000;
  const ControlledRun run = controller.run(wanted);
  EXPECT_EQ(run.state, RW_FINISHED) << run.words;
  EXPECT_EQ(run.status, 0);
  EXPECT_GT(run.switches, 100U);
}

TEST(ControlOutside, AHandlerEndsAPause) {
  Controller controller({RW_SCENARIOS, "pauses"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(run.state, RW_FINISHED) << run.words;
  EXPECT_EQ(run.status, 0);
}

TEST(ControlOutside, ATimerMayEndWhatLooksLikeADeadlock) {
  Controller controller({RW_SCENARIOS, "timer_wakes"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(run.state, RW_FINISHED) << run.words;
  EXPECT_EQ(run.status, 0);
}

TEST(ControlOutside, HandlersMayComeAtAnyMoment) {
  Controller controller({RW_SCENARIOS, "signals_in_a_storm"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(run.state, RW_FINISHED) << run.words;
  unsigned writes = 0;
  for (const auto &event : run.events)
    writes += event.kind == RW_EV_WRITE;
  EXPECT_EQ(writes, 20000U);
}

TEST(ControlOutside, AnotherProgramInItsPlaceIsNotControlled) {
  Controller controller({RW_SCENARIOS, "becomes_another"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(run.state, RW_REFUSED);
  EXPECT_EQ(run.words, "the program goes on as another one: true");
}

TEST(ControlOutside, AProgramStaysInTheForeground) {
  Controller controller({RW_SCENARIOS, "goes_to_background"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(run.state, RW_FINISHED) << run.words;
  EXPECT_EQ(run.status, 0);
}

TEST(ControlOutside, AFailedAssertionIsACrash) {
  Controller controller({RW_SCENARIOS, "fails_assertion"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(run.state, RW_CRASHED);
  EXPECT_EQ(run.signal, SIGABRT);
  EXPECT_EQ(text(run.events), "0:EXIT");
}

TEST(ControlOutside, WithoutControlTheProgramIsAsItWas) {
  for (const char *scenario : {"locked", "signals", "broadcasts", "kinds", "semaphore", "barriers",
                               "only_once", "c11", "blocks", "forks", "key_destructor"})
    EXPECT_EQ(std::system((std::string(RW_SCENARIOS) + " " + scenario).c_str()), 0) << scenario;
}

} // namespace
