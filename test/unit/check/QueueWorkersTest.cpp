// What a pool behind a queue makes of silence.
#include "distribute/QueueWorkers.h"
#include "Ticks.h"
#include "distribute/QueueMessages.h"

#include <gtest/gtest.h>

namespace raceward::test {
namespace {

using namespace std::chrono_literals;
constexpr std::chrono::milliseconds kPatience = 2s;

class QueueWorkersTest : public testing::Test {
protected:
  /// Takes a tick.
  SearchWorkers::Collected collect() {
    ticks_.now += 20ms;
    Result<SearchWorkers::Collected> collected = pool_.collect(0ms);
    EXPECT_TRUE(collected);
    return collected ? std::move(*collected) : SearchWorkers::Collected{};
  }
  /// Offers them.
  void give(std::initializer_list<const char *> ids) {
    for (const char *id : ids)
      ASSERT_TRUE(pool_.give({id, {}}));
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
  QueueWorkers pool_{std::make_unique<MemoryQueue>(store_), "topic", "bundle", kPatience,
                     ticks_.seconds()};
};

TEST_F(QueueWorkersTest, AnItemOfADeadWorkerGoesToAnIdleOneSoon) {
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
  EXPECT_EQ(pool_.repeatedItems(), 1U);
  EXPECT_GE(ticks_.now - begin, kPatience);
  EXPECT_LT(ticks_.now - begin, 2 * kPatience);
}

TEST_F(QueueWorkersTest, IdleWorkersGetNoMoreThanTheyCanTake) {
  give({"d", "c", "b", "a"});
  while (!take().empty()) {
  }
  const auto begin = ticks_.now;
  while (pool_.repeatedItems() == 0 && ticks_.now - begin < 30s) {
    say(kIdleTopic, "only", "");
    collect();
  }
  collect();
  EXPECT_EQ(pool_.repeatedItems(), 1U);
  EXPECT_EQ(take(), "d") << "the one that was given first";
}

TEST_F(QueueWorkersTest, WhatSomebodySaysToBeAtIsNotOfferedAgain) {
  give({"a"});
  ASSERT_EQ(take(), "a");
  const auto begin = ticks_.now;
  while (ticks_.now - begin < 2 * kPatience + 1s) {
    say("topic", "slow", "a");
    say(kIdleTopic, "idle", "");
    collect();
  }
  EXPECT_EQ(pool_.repeatedItems(), 0U);
  EXPECT_TRUE(pool_.workers().front().isBusy);
}

TEST_F(QueueWorkersTest, TheWorkOfOneWhoFallsSilentIsLost) {
  say("topic", "dies", "a");
  say("topic", "leaves", "b");
  say(kIdleTopic, "leaves", "", /*leaves=*/true);
  std::vector<WorkSpan> lost;
  for (const auto begin = ticks_.now; lost.empty() && ticks_.now - begin < 30s;)
    lost = collect().lost;
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_TRUE(lost.front().isLost);
  EXPECT_LE(lost.front().begin, lost.front().end);
  EXPECT_EQ(pool_.workers()[lost.front().worker].name, "dies");
  for (const WorkerStatus &worker : pool_.workers()) {
    EXPECT_FALSE(worker.isThere) << worker.name;
    EXPECT_FALSE(worker.isBusy) << worker.name;
  }
}

} // namespace
} // namespace raceward::test
