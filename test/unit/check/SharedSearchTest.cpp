// One search over a queue that loses, doubles, delays and reorders: the same answer, or none.
#include "distribute/SharedSearch.h"
#include "../queue/UnreliableQueue.h"
#include "ExploreC.h"
#include "Ticks.h"
#include "distribute/ItemWorker.h"
#include "distribute/QueueMessages.h"
#include "distribute/QueueWorkers.h"

#include <gmock/gmock.h>

namespace raceward::test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr const char *kRaceFree = R"(
atomic_int a, b;
int plain;
static void *work(void *unused) {
  for (int i = 0; i < 2; i++) {
    int seen = atomic_load(&a);
    atomic_store(&b, seen + 1);
    atomic_fetch_add(&a, 1);
    if (seen > 100)
      plain = 1;
  }
  return unused;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], 0);
  return plain;
}
)";

std::string racy() {
  std::string text = kRaceFree;
  const std::string condition = "seen > 100";
  return text.replace(text.find(condition), condition.size(), "seen == 2");
}

/// A queue whose one worker works whenever the coordinator asks for answers, which is one tick: no
/// threads, so that a seed says what happens.
class WorkedQueue final : public Queue {
public:
  WorkedQueue(std::unique_ptr<Queue> queue, std::unique_ptr<Queue> ofWorker,
              const LoadedTask &loaded, Ticks &ticks)
      : queue_(std::move(queue)), ofWorker_(std::move(ofWorker)),
        worker_(loaded.program, loaded.task), ticks_(ticks) {}

  Result<std::vector<std::unique_ptr<QueueAnswer>>> answers(const std::string &topic,
                                                            std::size_t most, Wait) override {
    ++ticks_.now;
    for (int i = 0; i < 4; ++i)
      if (const Result<std::unique_ptr<Delivery>> delivery = ofWorker_->take(0ms);
          delivery && *delivery)
        work(**delivery);
    return queue_->answers(topic, most, 0ms);
  }

  Result<void> offer(const std::string &topic, const std::string &id,
                     std::string_view body) override {
    return queue_->offer(topic, id, body);
  }
  Result<std::unique_ptr<Delivery>> take(Wait wait) override { return queue_->take(wait); }
  Result<void> withdraw(const std::string &topic) override { return queue_->withdraw(topic); }
  Result<void> answer(const std::string &topic, const std::string &id,
                      std::string_view body) override {
    return queue_->answer(topic, id, body);
  }
  Result<void> clear(const std::string &topic) override { return queue_->clear(topic); }
  Result<void> store(const std::string &name, std::string_view bytes) override {
    return queue_->store(name, bytes);
  }
  Result<std::optional<std::string>> load(const std::string &name) override {
    return queue_->load(name);
  }
  void tell(const std::string &topic, std::string_view body) override { queue_->tell(topic, body); }
  std::optional<Notice> hear(Wait wait) override { return queue_->hear(wait); }

private:
  void work(Delivery &delivery) {
    const std::optional<ItemMessage> message = decodeItemMessage(delivery.body());
    ASSERT_TRUE(message);
    ASSERT_TRUE(
        ofWorker_->answer(delivery.topic(), message->id,
                          encode(ResultMessage{"worker", 0.001, worker_.work(message->item)})));
    delivery.done();
  }

  std::unique_ptr<Queue> queue_;
  std::unique_ptr<Queue> ofWorker_;
  ItemWorker worker_;
  Ticks &ticks_;
};

/// Many items, of a few runs each.
SharedSearchOptions smallItems(double seconds = 1000) {
  SharedSearchOptions options;
  options.sizes = {400, 1'000, 8, 2, 64};
  options.search = "test";
  options.seconds = seconds;
  return options;
}

/// Both sides have a way of their own to the queue, and each may be unreliable.
Result<SharedSearchResult> search(const LoadedTask &loaded, std::uint64_t seed, Unreliability how,
                                  const SharedSearchOptions &options = smallItems()) {
  Ticks ticks;
  const std::chrono::milliseconds patience = 20ms;
  const auto store = ticks.store(patience);
  const auto way = [&](std::uint64_t number) {
    return std::make_unique<UnreliableQueue>(std::make_unique<MemoryQueue>(store), number, how);
  };
  QueueWorkers pool(std::make_unique<WorkedQueue>(way(2 * seed), way(2 * seed + 1), loaded, ticks),
                    "topic", "bundle", patience, ticks.seconds());
  return searchShared(options, pool, nullptr);
}

constexpr Unreliability kReliable{0, 0, 0, 0};

TEST(SharedSearch, AnUnreliableQueueChangesNothing) {
  const LoadedTask loaded = loadC(kRaceFree);
  const Result<SharedSearchResult> undisturbed = search(loaded, 0, kReliable);
  ASSERT_TRUE(undisturbed);
  ASSERT_TRUE(undisturbed->isExhausted);
  ASSERT_GT(undisturbed->history.spans.size(), 20U) << "too few items to lose any";
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Result<SharedSearchResult> disturbed =
        search(loaded, seed, {.loses = 0.07, .doubles = 0.2, .delays = 0.3, .forgets = 0});
    ASSERT_TRUE(disturbed);
    EXPECT_TRUE(disturbed->isExhausted) << "seed " << seed << ": " << disturbed->left;
    EXPECT_EQ(disturbed->counters.runs, undisturbed->counters.runs) << "seed " << seed;
    EXPECT_EQ(disturbed->counters.events, undisturbed->counters.events) << "seed " << seed;
    EXPECT_EQ(disturbed->machine.steps, undisturbed->machine.steps) << "seed " << seed;
  }
}

TEST(SharedSearch, TheRaceIsTheSame) {
  const LoadedTask loaded = loadC(racy());
  const Result<SharedSearchResult> undisturbed = search(loaded, 0, kReliable);
  ASSERT_TRUE(undisturbed);
  ASSERT_EQ(undisturbed->races.size(), 1U);
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Result<SharedSearchResult> disturbed =
        search(loaded, seed, {.loses = 0.07, .doubles = 0.2, .delays = 0.3, .forgets = 0});
    ASSERT_TRUE(disturbed);
    EXPECT_FALSE(disturbed->isExhausted);
    ASSERT_EQ(disturbed->races.size(), 1U) << "seed " << seed;
    EXPECT_EQ(disturbed->races.front().race, undisturbed->races.front().race) << "seed " << seed;
  }
}

/// From some moment on nothing gets through any more, as if everybody had left.
TEST(SharedSearch, WhatIsMissingIsNamed) {
  const LoadedTask loaded = loadC(kRaceFree);
  for (const double loses : {0.7, 0.9, 1.0}) {
    const Result<SharedSearchResult> cut =
        search(loaded, 1, {.loses = loses, .doubles = 0.5, .delays = 0.3, .forgets = 0},
               smallItems(/*seconds=*/0.3));
    ASSERT_TRUE(cut);
    EXPECT_FALSE(cut->isExhausted);
    EXPECT_EQ(cut->ended, SearchEnd::TimeBound);
    EXPECT_THAT(cut->left, HasSubstr("of the search left"));
  }
}

} // namespace
} // namespace raceward::test
