// What a crew behind a queue makes of silence.
#include "parallel/QueueCrew.h"
#include "Ticks.h"
#include "parallel/QueueMessages.h"

#include <gtest/gtest.h>

namespace raceward::test {
namespace {

using namespace std::chrono_literals;
constexpr std::chrono::milliseconds kPatience = 2s;

class QueueCrewTest : public testing::Test {
protected:
  /// Takes a tick.
  Crew::Collected collect() {
    ticks_.now += 20ms;
    Result<Crew::Collected> collected = crew_.collect(0ms);
    EXPECT_TRUE(collected);
    return collected ? std::move(*collected) : Crew::Collected{};
  }
  /// Offers them.
  void give(std::initializer_list<const char *> ids) {
    for (const char *id : ids)
      ASSERT_TRUE(crew_.give({id, {}}));
    collect();
  }
  void say(const char *topic, const char *worker, const char *item, bool leaves = false) {
    workers_.tell(topic, encode(WorkerNotice{worker, item, leaves}));
  }
  /// As a worker would: what it does not acknowledge does not come again within the test.
  std::string take() {
    const Result<std::unique_ptr<Delivery>> delivery = workers_.take(0ms);
    if (!delivery || !*delivery)
      return "";
    const std::optional<ItemMessage> message = decodeItemMessage((*delivery)->body());
    return message ? message->id : "";
  }

  Ticks ticks_;
  std::shared_ptr<MemoryStore> store_ = ticks_.store(60s);
  MemoryQueue workers_{store_};
  QueueCrew crew_{std::make_unique<MemoryQueue>(store_), "topic", "bundle", kPatience,
                  ticks_.seconds()};
};

TEST_F(QueueCrewTest, AnItemOfADeadWorkerGoesToAnIdleOneSoon) {
  give({"a"});
  ASSERT_EQ(take(), "a");
  say("topic", "first", "a");
  const auto begin = ticks_.now;
  std::string again;
  while (again.empty() && ticks_.now - begin < 30s) {
    say(kIdleTopic, "second", "");
    collect();
    again = take();
  }
  EXPECT_EQ(again, "a");
  EXPECT_EQ(crew_.repeatedItems(), 1U);
  EXPECT_GE(ticks_.now - begin, kPatience);
  EXPECT_LT(ticks_.now - begin, 2 * kPatience);
}

TEST_F(QueueCrewTest, IdleWorkersGetNoMoreThanTheyCanTake) {
  give({"d", "c", "b", "a"});
  while (!take().empty()) {
  }
  const auto begin = ticks_.now;
  while (crew_.repeatedItems() == 0 && ticks_.now - begin < 30s) {
    say(kIdleTopic, "only", "");
    collect();
  }
  collect();
  EXPECT_EQ(crew_.repeatedItems(), 1U);
  EXPECT_EQ(take(), "d") << "the one that was given first";
}

TEST_F(QueueCrewTest, WhatSomebodySaysToBeAtIsNotOfferedAgain) {
  give({"a"});
  ASSERT_EQ(take(), "a");
  const auto begin = ticks_.now;
  while (ticks_.now - begin < 2 * kPatience + 1s) {
    say("topic", "slow", "a");
    say(kIdleTopic, "idle", "");
    collect();
  }
  EXPECT_EQ(crew_.repeatedItems(), 0U);
  EXPECT_TRUE(crew_.workers().front().isBusy);
}

TEST_F(QueueCrewTest, TheWorkOfOneWhoFallsSilentIsLost) {
  say("topic", "dies", "a");
  say("topic", "leaves", "b");
  say(kIdleTopic, "leaves", "", /*leaves=*/true);
  std::vector<WorkSpan> lost;
  for (const auto begin = ticks_.now; lost.empty() && ticks_.now - begin < 30s;)
    lost = collect().lost;
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_TRUE(lost.front().isLost);
  EXPECT_LE(lost.front().begin, lost.front().end);
  EXPECT_EQ(crew_.workers()[lost.front().worker].name, "dies");
  for (const WorkerStatus &worker : crew_.workers()) {
    EXPECT_FALSE(worker.isThere) << worker.name;
    EXPECT_FALSE(worker.isBusy) << worker.name;
  }
}

} // namespace
} // namespace raceward::test
