// Locks are called in a run as the program calls them.
#include "ExploreC.h"

#include <gmock/gmock.h>

namespace raceward {
namespace {

TEST(Evidence, LocksHaveTheirNamesInTheRun) {
  const Exploration report = test::exploreC(R"(
    struct account { int balance; pthread_mutex_t lock; } accounts[2];
    void *work(void *x) {
      struct account *mine = x;
      pthread_mutex_lock(&mine->lock);
      accounts[0].balance = 1;
      return x;
    }
    int main(void) {
      pthread_t t;
      pthread_mutex_init(&accounts[0].lock, 0);
      pthread_mutex_init(&accounts[1].lock, 0);
      pthread_create(&t, 0, work, &accounts[1]);
      pthread_mutex_lock(&accounts[0].lock);
      accounts[0].balance = 2;
      return 0;
    })");
  ASSERT_EQ(report.races.size(), 1U);
  std::vector<std::string> locked;
  for (const EvidenceStep &step : report.races.front().run.steps)
    if (step.action == ActionKind::Lock)
      locked.push_back(step.object);
  EXPECT_THAT(locked, testing::UnorderedElementsAre("mine->lock", "accounts[0].lock"));
}

} // namespace
} // namespace raceward
