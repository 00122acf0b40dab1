// The queues that other tests rest on: the one in memory keeps the rules, the unreliable one
// breaks each of them, and who offers again until all is answered is right all the same.
#include "UnreliableQueue.h"
#include "MemoryQueue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace raceward::test {
namespace {

using namespace std::chrono_literals;

std::shared_ptr<MemoryStore> patient() {
  return std::make_shared<MemoryStore>(60s);
}

TEST(MemoryQueueTest, WorkGoesOutAndAnswersComeBack) {
  const auto store = patient();
  MemoryQueue coordinator(store);
  MemoryQueue worker(store);
  ASSERT_TRUE(coordinator.offer("t", "a", "body"));
  ASSERT_TRUE(coordinator.offer("t", "a", "body"));
  const auto delivery = *worker.take(1s);
  ASSERT_TRUE(delivery);
  EXPECT_EQ(delivery->topic(), "t");
  EXPECT_EQ(delivery->body(), "body");
  EXPECT_EQ(*worker.take(0ms), nullptr);
  ASSERT_TRUE(worker.answer("t", "a", "result"));
  delivery->done();
  EXPECT_TRUE(coordinator.answers("u", 10, 0ms)->empty());
  const auto answers = *coordinator.answers("t", 10, 1s);
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers.front()->body(), "result");
  answers.front()->stored();
  EXPECT_EQ(store->size(MemoryStore::Kind::Work), 0U);
  EXPECT_EQ(store->size(MemoryStore::Kind::Answers), 0U);
}

TEST(MemoryQueueTest, WhatIsNotDoneComesAgain) {
  const auto store = std::make_shared<MemoryStore>(500ms);
  MemoryQueue queue(store);
  ASSERT_TRUE(queue.offer("t", "a", ""));
  ASSERT_TRUE(*queue.take(0ms));
  EXPECT_EQ(*queue.take(0ms), nullptr);
  const auto again = *queue.take(5s);
  ASSERT_TRUE(again);
  again->giveBack();
  EXPECT_TRUE(*queue.take(0ms));
  ASSERT_TRUE(queue.answer("t", "a", ""));
  EXPECT_EQ(queue.answers("t", 1, 0ms)->size(), 1U);
  EXPECT_EQ(queue.answers("t", 1, 5s)->size(), 1U);
}

TEST(MemoryQueueTest, WithdrawAndClear) {
  MemoryQueue queue(patient());
  ASSERT_TRUE(queue.offer("t", "a", ""));
  ASSERT_TRUE(queue.offer("u", "b", ""));
  ASSERT_TRUE(queue.withdraw("t"));
  EXPECT_EQ((*queue.take(0ms))->id(), "b");
  EXPECT_EQ(*queue.take(0ms), nullptr);
  ASSERT_TRUE(queue.offer("t", "a", ""));
  EXPECT_TRUE(*queue.take(0ms));
  ASSERT_TRUE(queue.store("t.x", "1"));
  ASSERT_TRUE(queue.store("tt", "2"));
  EXPECT_FALSE(queue.store("tt", "3"));
  ASSERT_TRUE(queue.clear("t"));
  EXPECT_FALSE(*queue.load("t.x"));
  EXPECT_EQ(*queue.load("tt"), "2");
}

TEST(MemoryQueueTest, NoticesGoToAll) {
  const auto store = patient();
  MemoryQueue one(store);
  MemoryQueue other(store);
  one.tell("t", "x");
  EXPECT_EQ(other.hear(1s)->body, "x");
  EXPECT_EQ(one.hear(1s)->topic, "t");
  EXPECT_FALSE(one.hear(0ms));
}

TEST(UnreliableQueueTest, EverythingGoesWrong) {
  const auto store = std::make_shared<MemoryStore>(10ms);
  UnreliableQueue queue(std::make_unique<MemoryQueue>(store), 1,
                        {.loses = 0.1, .doubles = 0.1, .delays = 0.3, .forgets = 0.1});
  constexpr int kMany = 500;
  for (int i = 0; i < kMany; ++i)
    ASSERT_TRUE(queue.offer("t", std::to_string(i), ""));
  std::map<int, int> times;
  int last = -1;
  int reordered = 0;
  for (int quiet = 0; quiet < 50;) {
    const auto delivery = *queue.take(2ms);
    if (!delivery) {
      ++quiet;
      continue;
    }
    quiet = 0;
    const int id = std::stoi(delivery->id());
    reordered += id < last ? 1 : 0;
    last = id;
    ++times[id];
    delivery->done();
    if (times[id] > 20)
      break;
  }
  EXPECT_LT(times.size(), kMany * 0.9);
  EXPECT_GT(times.size(), kMany * 0.6);
  EXPECT_GT(std::ranges::count_if(times, [](const auto &each) { return each.second > 1; }), 20);
  EXPECT_GT(reordered, 20);
  ASSERT_TRUE(queue.store("b", "x"));
  int there = 0;
  for (int i = 0; i < 100; ++i)
    there += *queue.load("b") ? 1 : 0;
  EXPECT_GT(there, 60);
  EXPECT_LT(there, 100);
}

TEST(UnreliableQueueTest, WhoOffersAgainGetsItAll) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto store = std::make_shared<MemoryStore>(5ms);
    UnreliableQueue coordinator(std::make_unique<MemoryQueue>(store), seed);
    UnreliableQueue worker(std::make_unique<MemoryQueue>(store), seed + 1000);
    std::set<std::string> missing;
    for (int i = 0; i < 50; ++i)
      missing.insert(std::to_string(i));
    const auto deadline = std::chrono::steady_clock::now() + 30s;
    while (!missing.empty() && std::chrono::steady_clock::now() < deadline) {
      for (const std::string &id : missing)
        ASSERT_TRUE(coordinator.offer("t", id, "x"));
      while (const auto delivery = *worker.take(1ms)) {
        ASSERT_TRUE(worker.answer("t", delivery->id(), "y"));
        delivery->done();
      }
      const auto answers = coordinator.answers("t", 100, 1ms);
      ASSERT_TRUE(answers);
      for (const auto &answer : *answers) {
        missing.erase(answer->id());
        answer->stored();
      }
    }
    EXPECT_TRUE(missing.empty()) << "seed " << seed;
  }
}

} // namespace
} // namespace raceward::test
