#include "raceward/model/RunFacts.h"

#include <gtest/gtest.h>

namespace raceward {
namespace {

EvidenceStep step(std::uint32_t thread, std::string_view action,
                  std::optional<std::uint32_t> meeting = {}) {
  EvidenceStep made;
  made.thread = thread;
  made.action = actionKindNamed(action).value();
  made.meeting = meeting;
  return made;
}

Evidence runOf(std::vector<EvidenceStep> steps) {
  Evidence run;
  run.threads.resize(2);
  run.steps = std::move(steps);
  return run;
}

TEST(RunFacts, LocksAreToldApartByWhatTheyAre) {
  const Evidence run = runOf({step(0, "lock", 5), step(0, "tryrdlock", 6), step(1, "lock", 7),
                              step(0, "unlock", 5), step(0, "write")});
  const std::vector<HeldLock> held = locksHeldBefore(run, 4);
  ASSERT_EQ(held.size(), 1U);
  EXPECT_EQ(held[0].step, 1U);
  EXPECT_TRUE(held[0].shared);
  EXPECT_EQ(locksHeldBefore(run, 3).size(), 2U);
  EXPECT_EQ(locksHeldBefore(run, 0).size(), 0U);
}

TEST(RunFacts, AFailedTrylockHoldsNothing) {
  EXPECT_TRUE(locksHeldBefore(runOf({step(0, "failed-trylock", 1), step(0, "read")}), 1).empty());
}

TEST(RunFacts, LastSynchronisationIsOfTheSameThreadAndNoPlainAccess) {
  const Evidence run = runOf({step(0, "create"), step(1, "post", 1), step(0, "read"),
                              step(0, "choice"), step(0, "write")});
  EXPECT_EQ(lastSynchronisation(run, 4), 0U);
  EXPECT_EQ(lastSynchronisation(run, 1), std::nullopt);
}

TEST(RunFacts, CountsSwitches) {
  EXPECT_EQ(contextSwitches(runOf({})), 0U);
  EXPECT_EQ(
      contextSwitches(runOf({step(0, "read"), step(0, "read"), step(1, "read"), step(0, "read")})),
      2U);
}

} // namespace
} // namespace raceward
