// Servers that die, freeze and come back.
#include "WithServers.h"

#include <thread>

namespace raceward::test {
namespace {

using namespace std::chrono_literals;

class NatsFaultTest : public WithServers {
protected:
  /// A cluster takes its time to agree.
  static constexpr auto kLong = 40000ms;

  /// Takes, answers and hands in until all of them are there.
  void finish(Queue &coordinator, Queue &worker, std::size_t count) {
    std::set<std::string> ids;
    const auto deadline = std::chrono::steady_clock::now() + 90s;
    while (ids.size() < count && std::chrono::steady_clock::now() < deadline) {
      if (const auto delivery = taken(worker, 200ms)) {
        ASSERT_TRUE(worker.answer(delivery->topic(), delivery->id(), delivery->body()));
        delivery->done();
      }
      for (const std::string &id : answered(coordinator, "t", 1, 1ms))
        ids.insert(id);
    }
    EXPECT_EQ(ids.size(), count);
  }
  void offerMany(Queue &queue, int from, int to) {
    std::vector<WorkOffer> offers;
    for (int i = from; i < to; ++i)
      offers.push_back({std::to_string(i), "body"});
    const Result<void> done = queue.offerAll("t", offers);
    ASSERT_TRUE(done) << done.error().message << "\n" << done.error().details;
  }
};

TEST_F(NatsFaultTest, AServerThatIsRestartedHasWhatItStored) {
  begin();
  const auto coordinator = connected();
  const auto worker = connected();
  offerMany(*coordinator, 0, 50);
  ASSERT_TRUE(coordinator->store("blob", "bytes"));
  const auto held = taken(*worker);
  ASSERT_TRUE(held);
  servers_->kill(0);
  std::thread offering([&] { offerMany(*coordinator, 50, 60); }); // waits for it
  std::this_thread::sleep_for(6s);
  servers_->start(0);
  offering.join();
  ASSERT_FALSE(troubles_.empty());
  EXPECT_THAT(troubles_.front(), ::testing::HasSubstr("cannot be reached"));
  EXPECT_THAT(troubles_.back(), ::testing::HasSubstr("again"));
  held->done();
  finish(*coordinator, *worker, 59);
  EXPECT_EQ(**worker->load("blob"), "bytes");
}

TEST_F(NatsFaultTest, NothingIsTakenWhileNobodyIsThere) {
  begin();
  const auto queue = connected();
  offer(*queue, "t", "a");
  servers_->kill(0);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(taken(*queue, 3s), nullptr);
  EXPECT_TRUE(answered(*queue, "u", 0).empty());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 8s);
  servers_->start(0);
  EXPECT_EQ(idOf(taken(*queue, kLong)), "a");
}

TEST_F(NatsFaultTest, WhoAskedInVainDoesNotGetMoreLater) {
  begin();
  QueueSettings patient = settings();
  patient.patience = 600s;
  const auto one = connected(patient);
  const auto other = connected(patient);
  for (const char *id : {"a", "b", "c"})
    offer(*one, "t", id);
  servers_->kill(0);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(taken(*one, 300ms), nullptr);
  servers_->start(0);
  EXPECT_TRUE(taken(*one, kLong));
  EXPECT_TRUE(taken(*other));
  EXPECT_TRUE(taken(*other));
}

TEST_F(NatsFaultTest, GivesUpInTheEnd) {
  begin();
  QueueSettings settings = this->settings();
  settings.giveUpAfter = 5s;
  const auto queue = connected(settings);
  servers_->kill(0);
  const Result<void> done = queue->offer("t", "a", "x");
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, ::testing::HasSubstr("cannot be reached"));
  EXPECT_EQ(troubles_.size(), 1U);
  EXPECT_FALSE(queue->offerAll("t", {{"a", "x"}, {"b", "y"}}));
}

TEST_F(NatsFaultTest, AServerThatLostEverythingIsSetUpAgain) {
  begin();
  const auto coordinator = connected();
  const auto worker = connected();
  offer(*coordinator, "t", "lost");
  EXPECT_TRUE(answered(*coordinator, "t", 0).empty());
  servers_->kill(0);
  servers_->wipe(0);
  servers_->start(0);
  offer(*coordinator, "t", "a"); // waits until it is sure that nothing is there
  finish(*coordinator, *worker, 1);
}

TEST_F(NatsFaultTest, AFrozenServerIsWaitedFor) {
  begin();
  const auto coordinator = connected();
  const auto worker = connected();
  servers_->freeze(0);
  std::thread later([this] {
    std::this_thread::sleep_for(4s);
    servers_->thaw(0);
  });
  offerMany(*coordinator, 0, 10);
  later.join();
  finish(*coordinator, *worker, 10);
}

class NatsClusterTest : public NatsFaultTest {
protected:
  void SetUp() override {
    NatsFaultTest::SetUp();
    if (IsSkipped())
      return;
    replicas_ = 3;
    begin({.nodes = 3});
  }
};

TEST_F(NatsClusterTest, TheLeaderDies) {
  const auto coordinator = connected();
  const auto worker = connected();
  offerMany(*coordinator, 0, 50);
  const std::size_t leader = servers_->leaderOf("raceward-work");
  servers_->kill(leader);
  offerMany(*coordinator, 50, 60);
  finish(*coordinator, *worker, 60);
  servers_->start(leader);
  offerMany(*coordinator, 60, 70);
  finish(*coordinator, *worker, 10);
}

TEST_F(NatsClusterTest, AllOfThemDieAndComeBack) {
  const auto coordinator = connected();
  const auto worker = connected();
  offerMany(*coordinator, 0, 50);
  for (std::size_t i = 0; i < 3; ++i)
    servers_->kill(i);
  std::this_thread::sleep_for(1s);
  for (std::size_t i = 0; i < 3; ++i)
    servers_->start(i);
  offerMany(*coordinator, 50, 60);
  finish(*coordinator, *worker, 60);
}

} // namespace
} // namespace raceward::test
