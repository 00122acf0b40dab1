#include "Controller.h"

#include <csignal>
#include <gtest/gtest.h>
#include <map>
#include <sys/wait.h>

namespace {

// What each thread touched and freed, in its own order.
std::map<int, std::vector<std::uint64_t>> addressesOf(const ControlledRun &run) {
  std::map<int, std::vector<std::uint64_t>> addresses;
  for (const auto &event : run.events)
    if (event.kind == RW_EV_WRITE || event.kind == RW_EV_LOCAL)
      addresses[event.thread].push_back(event.address);
  return addresses;
}

TEST(ControlMemory, AddressesDoNotDependOnTheSchedule) {
  Controller controller({RW_SCENARIOS, "heap"});
  const ControlledRun first = controller.run({});
  ASSERT_EQ(first.state, RW_FINISHED) << first.words;
  const auto expected = addressesOf(first);
  EXPECT_EQ(expected.at(1).size(), 5U);
  EXPECT_NE(expected.at(1)[0], expected.at(2)[0]);
  for (unsigned seed = 1; seed < 20; ++seed) {
    Wanted wanted;
    wanted.policy = RW_RANDOM;
    wanted.seed = seed;
    EXPECT_EQ(addressesOf(controller.run(wanted)), expected);
  }
}

TEST(ControlMemory, FreeIsLoggedAndMallocIfAsked) {
  Controller controller({RW_SCENARIOS, "heap"});
  Wanted wanted;
  unsigned freed = 0;
  for (const auto &event : controller.run(wanted).events)
    freed += event.kind == RW_EV_LOCAL && event.flags == RW_FREED;
  EXPECT_EQ(freed, 4U);
  wanted.logAllocations = true;
  unsigned allocated = 0;
  for (const auto &event : controller.run(wanted).events)
    allocated += event.kind == RW_EV_LOCAL && event.flags == RW_ALLOCATED &&
                 (event.extra == 40 || event.extra == 80 || event.extra == 160);
  EXPECT_EQ(allocated, 6U);
}

TEST(ControlMemory, BlocksKeepTheirContent) {
  Controller controller({RW_SCENARIOS, "blocks"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(run.state, RW_FINISHED) << run.words;
  EXPECT_EQ(run.status, 0);
}

TEST(ControlMemory, MemoryComesBack) {
  for (const char *scenario : {"frees_in_a_loop", "passes_blocks"}) {
    Controller controller({RW_SCENARIOS, scenario});
    Wanted wanted;
    wanted.mostEvents = wanted.mostLogged = 400000;
    const ControlledRun run = controller.run(wanted);
    EXPECT_EQ(run.state, RW_FINISHED) << run.words;
    EXPECT_EQ(run.status, 0) << scenario;
  }
}

TEST(ControlMemory, ABlockThatComesBackFromAnotherThreadIsOrdered) {
  Controller controller({RW_SCENARIOS, "passes_blocks"});
  Wanted wanted;
  wanted.mostEvents = wanted.mostLogged = 400000;
  const ControlledRun run = controller.run(wanted);
  std::map<std::uint64_t, int> releasedBy;
  unsigned again = 0;
  for (const auto &event : run.events) {
    if ((event.flags & RW_MEETING) == 0 || event.kind != RW_EV_ATOMIC_UPDATE)
      continue;
    if (event.order == RW_RELEASE)
      releasedBy[event.address] = event.thread;
    if (event.order == RW_ACQUIRE) {
      ASSERT_EQ(releasedBy.count(event.address), 1U);
      EXPECT_NE(releasedBy[event.address], event.thread);
      ++again;
    }
  }
  EXPECT_GT(again, 1000U);
}

TEST(ControlMemory, FreeingTwiceIsACrash) {
  Controller controller({RW_SCENARIOS, "frees_twice"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(run.state, RW_CRASHED);
  EXPECT_EQ(run.signal, SIGABRT);
}

TEST(ControlMemory, AnOverflowingStackIsACrash) {
  Controller controller({RW_SCENARIOS, "stack_overflow"});
  const ControlledRun run = controller.run({});
  EXPECT_EQ(run.state, RW_CRASHED);
  EXPECT_EQ(run.signal, SIGSEGV);
}

} // namespace
