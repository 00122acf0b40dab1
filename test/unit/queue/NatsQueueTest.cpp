// Against a real server: what Queue.h says about the queue.
#include "WithServers.h"

namespace raceward::test {
namespace {

using namespace std::chrono_literals;

using NatsQueueTest = WithServers;

TEST_F(NatsQueueTest, WorkGoesOutAndAnswersComeBack) {
  begin();
  const auto coordinator = connected();
  const auto worker = connected();
  offer(*coordinator, "check-1", "a", std::string("x\0y\r\n", 5));
  offer(*coordinator, "check-2", "b", "");
  const auto first = taken(*worker);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->topic(), "check-1");
  EXPECT_EQ(first->id(), "a");
  EXPECT_EQ(first->body(), std::string("x\0y\r\n", 5));
  ASSERT_TRUE(worker->answer(first->topic(), first->id(), "result"));
  first->done();
  const auto second = taken(*worker);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->topic(), "check-2");
  EXPECT_EQ(second->body(), "");
  second->done();
  EXPECT_EQ(taken(*worker, kNever), nullptr);

  auto answers = coordinator->answers("check-1", 10, kSoon);
  ASSERT_TRUE(answers);
  ASSERT_EQ(answers->size(), 1U);
  EXPECT_EQ(answers->front()->id(), "a");
  EXPECT_EQ(answers->front()->body(), "result");
  answers->front()->stored();
  answers = coordinator->answers("check-2", 10, kNever);
  ASSERT_TRUE(answers);
  EXPECT_TRUE(answers->empty());
  EXPECT_TRUE(troubles_.empty());
}

TEST_F(NatsQueueTest, MuchIsOfferedTogether) {
  begin();
  const auto coordinator = connected();
  const auto worker = connected();
  const std::string large(3 << 20, 'x'); // more than a message may have
  std::vector<WorkOffer> offers{{"large", large}};
  for (int i = 0; i < 1000; ++i)
    offers.push_back({std::to_string(i), "body " + std::to_string(i)});
  ASSERT_TRUE(coordinator->offerAll("t", {}));
  ASSERT_TRUE(coordinator->offerAll("t", offers));
  ASSERT_TRUE(coordinator->offerAll("t", {offers[1], offers[2]})); // they are there already
  for (const WorkOffer &offer : offers) {
    const auto delivery = taken(*worker);
    ASSERT_EQ(idOf(delivery), offer.id);
    EXPECT_EQ(delivery->body(), offer.body);
    delivery->done();
  }
  EXPECT_EQ(taken(*worker, kNever), nullptr);
  EXPECT_FALSE(coordinator->offerAll("t", {{"a", ""}, {"not an id", ""}}));
  EXPECT_TRUE(troubles_.empty());
}

TEST_F(NatsQueueTest, EachAnswerGoesToItsTopic) {
  begin();
  const auto queue = connected();
  for (int i = 0; i < 500; ++i)
    ASSERT_TRUE(queue->answer(i % 2 == 0 ? "even" : "odd", std::to_string(i), "x"));
  const auto even = answered(*queue, "even", 250);
  EXPECT_EQ(even.size(), 250U);
  EXPECT_TRUE(even.contains("0"));
  EXPECT_FALSE(even.contains("1"));
  EXPECT_EQ(answered(*queue, "odd", 250).size(), 250U);
  EXPECT_TRUE(answered(*queue, "even", 1, kNever).empty());
}

TEST_F(NatsQueueTest, NotMoreAnswersThanAskedFor) {
  begin();
  const auto queue = connected();
  for (int i = 0; i < 10; ++i)
    ASSERT_TRUE(queue->answer("t", std::to_string(i), "x"));
  std::size_t count = 0;
  while (count < 10) {
    const auto answers = queue->answers("t", 3, kSoon);
    ASSERT_TRUE(answers);
    ASSERT_FALSE(answers->empty());
    ASSERT_LE(answers->size(), 3U);
    for (const auto &answer : *answers)
      answer->stored();
    count += answers->size();
  }
  EXPECT_EQ(count, 10U);
}

TEST_F(NatsQueueTest, WhatAWorkerDiesWithComesAgain) {
  begin();
  const auto coordinator = connected();
  offer(*coordinator, "t", "a");
  {
    const auto worker = connected();
    EXPECT_EQ(idOf(taken(*worker)), "a");
  }
  const auto other = connected();
  const auto again = taken(*other, 10s);
  ASSERT_EQ(idOf(again), "a");
  again->done();
  EXPECT_EQ(taken(*other, 3s), nullptr);
}

TEST_F(NatsQueueTest, AnAnswerThatWasNotStoredComesAgain) {
  begin();
  const auto worker = connected();
  ASSERT_TRUE(worker->answer("t", "a", "x"));
  {
    const auto coordinator = connected();
    const auto answers = coordinator->answers("t", 10, kSoon);
    ASSERT_TRUE(answers);
    ASSERT_EQ(answers->size(), 1U);
  }
  const auto other = connected();
  EXPECT_EQ(answered(*other, "t", 1, 10s).size(), 1U);
  EXPECT_TRUE(answered(*other, "t", 1, 3s).empty());
}

TEST_F(NatsQueueTest, WhatIsGivenBackComesAtOnce) {
  begin();
  QueueSettings patient = settings();
  patient.patience = 600s;
  const auto queue = connected(patient);
  const auto other = connected(patient);
  offer(*queue, "t", "a");
  taken(*queue)->giveBack();
  const auto again = taken(*other);
  ASSERT_EQ(idOf(again), "a");
  again->done();
  EXPECT_EQ(taken(*other, kNever), nullptr);
}

TEST_F(NatsQueueTest, WhoIsStillAtWorkKeepsIt) {
  begin();
  const auto queue = connected();
  const auto other = connected();
  offer(*queue, "t", "a");
  const auto delivery = taken(*queue);
  ASSERT_TRUE(delivery);
  for (int i = 0; i < 10; ++i) {
    delivery->stillAtWork();
    EXPECT_EQ(idOf(taken(*other, 500ms)), "none");
  }
  delivery->done();
  EXPECT_EQ(taken(*other, 3s), nullptr);
}

TEST_F(NatsQueueTest, TheSameIdIsStoredOnce) {
  begin();
  QueueSettings patient = settings();
  patient.patience = 30s;
  const auto queue = connected(patient);
  for (int i = 0; i < 5; ++i)
    offer(*queue, "t", "a");
  offer(*queue, "u", "a");
  std::multiset<std::string> topics;
  for (std::unique_ptr<Delivery> delivery; (delivery = taken(*queue, kNever));) {
    topics.insert(delivery->topic());
    delivery->done();
  }
  EXPECT_EQ(topics, (std::multiset<std::string>{"t", "u"}));
}

TEST_F(NatsQueueTest, WhatIsWithdrawnIsGoneAndCanBeOfferedAgain) {
  begin();
  QueueSettings patient = settings();
  patient.patience = 30s;
  const auto queue = connected(patient);
  for (int i = 0; i < 20; ++i)
    offer(*queue, "t", std::to_string(i));
  offer(*queue, "u", "other");
  const auto before = taken(*queue);
  ASSERT_TRUE(before);
  ASSERT_TRUE(queue->withdraw("t"));
  before->done();
  const auto other = taken(*queue);
  ASSERT_EQ(idOf(other), "other");
  other->done();
  EXPECT_EQ(taken(*queue, kNever), nullptr);
  offer(*queue, "t", "3");
  EXPECT_EQ(idOf(taken(*queue)), "3");
}

TEST_F(NatsQueueTest, ANewCoordinatorIsNotTakenForTheOldOne) {
  begin();
  QueueSettings patient = settings();
  patient.patience = 30s;
  {
    const auto first = connected(patient);
    offer(*first, "t", "a");
    taken(*first)->done();
  }
  const auto second = connected(patient);
  offer(*second, "t", "a");
  EXPECT_EQ(idOf(taken(*second)), "a");
}

TEST_F(NatsQueueTest, ClearForgetsAllOfATopic) {
  begin();
  const auto queue = connected();
  for (const std::string topic : {"t", "tt"}) {
    offer(*queue, topic, "work");
    ASSERT_TRUE(queue->answer(topic, "answer", "x"));
    ASSERT_TRUE(queue->store(topic, "blob"));
    ASSERT_TRUE(queue->store(topic + ".more", "blob"));
  }
  // The readers of both are there when one is cleared.
  EXPECT_EQ(queue->answers("t", 10, kSoon)->size(), 1U);
  EXPECT_EQ(answered(*queue, "tt", 1).size(), 1U);
  const auto worker = connected();
  ASSERT_TRUE(worker->answer("t", "later", "x"));
  ASSERT_TRUE(worker->answer("tt", "later", "x"));
  ASSERT_TRUE(queue->clear("t"));
  EXPECT_TRUE(answered(*queue, "t", 1, 3s).empty());
  EXPECT_FALSE(queue->load("t")->has_value());
  EXPECT_FALSE(queue->load("t.more")->has_value());
  const auto delivery = taken(*queue);
  ASSERT_TRUE(delivery);
  EXPECT_EQ(delivery->topic(), "tt");
  EXPECT_EQ(taken(*queue, kNever), nullptr);
  EXPECT_EQ(answered(*queue, "tt", 1).size(), 1U);
  EXPECT_TRUE(queue->load("tt")->has_value());
  EXPECT_TRUE(queue->load("tt.more")->has_value());
  ASSERT_TRUE(queue->store("t", "another blob"));
  EXPECT_EQ(**queue->load("t"), "another blob");
  ASSERT_TRUE(queue->clear("never-used"));
}

TEST_F(NatsQueueTest, BlobsOfAnySize) {
  begin();
  const auto queue = connected();
  const auto other = connected();
  std::string large(10 << 20, 0);
  for (std::size_t i = 0; i < large.size(); ++i)
    large[i] = static_cast<char>(i * 2654435761U >> 13U);
  for (const std::string &bytes : {std::string(), std::string("x"), std::string(128 << 10, 'y'),
                                   std::string((128 << 10) + 1, 'y'), large}) {
    const std::string name = "blob-" + std::to_string(bytes.size());
    ASSERT_FALSE(other->load(name)->has_value());
    ASSERT_TRUE(queue->store(name, bytes));
    ASSERT_TRUE(queue->store(name, bytes));
    const auto loaded = other->load(name);
    ASSERT_TRUE(loaded && *loaded);
    EXPECT_TRUE(**loaded == bytes) << bytes.size();
  }
  EXPECT_FALSE(queue->store("blob-1", "z"));
  EXPECT_EQ(**other->load("blob-1"), "x");
}

TEST_F(NatsQueueTest, BodiesLargerThanTheServerTakes) {
  begin();
  const auto queue = connected();
  const std::string large(3 << 20, 'z');
  offer(*queue, "t", "a", large);
  const auto delivery = taken(*queue);
  ASSERT_TRUE(delivery);
  EXPECT_TRUE(delivery->body() == large);
  ASSERT_TRUE(queue->answer("t", "a", large + "!"));
  delivery->done();
  const auto answers = queue->answers("t", 10, kSoon);
  ASSERT_TRUE(answers);
  ASSERT_EQ(answers->size(), 1U);
  EXPECT_TRUE(answers->front()->body() == large + "!");
}

TEST_F(NatsQueueTest, ABlobWithoutAllItsPiecesIsNone) {
  begin();
  const auto queue = connected();
  const std::string large(2 << 20, 'x');
  ASSERT_TRUE(queue->store("a", large));
  ASSERT_TRUE(queue->store("b", "x"));
  servers_->publish("$JS.API.STREAM.PURGE.raceward-blobs",
                    R"({"filter":"raceward.blobs.a._piece.2"})");
  EXPECT_FALSE(queue->load("a")->has_value());
  EXPECT_TRUE(queue->load("b")->has_value());
  ASSERT_TRUE(queue->store("a", large));
  EXPECT_TRUE(**queue->load("a") == large);

  servers_->publish("raceward.blobs.a._piece.1", "something else");
  EXPECT_FALSE(queue->load("a")->has_value());
  servers_->publish("raceward.blobs.b._end", "18446744073709551615 1 2");
  EXPECT_FALSE(queue->load("b")->has_value());
  servers_->publish("raceward.blobs.b._end", "");
  EXPECT_FALSE(queue->load("b")->has_value());
}

TEST_F(NatsQueueTest, MessagesThatAreNoneOfOursAreDropped) {
  begin();
  const auto queue = connected();
  servers_->publish("raceward.work.t", "no id");
  servers_->publish("raceward.work.\x1b[31m", "", {{"Raceward-Id", "a"}});
  servers_->publish("raceward.work.t", "", {{"Raceward-Id", "a b"}});
  servers_->publish("raceward.work.t", "", {{"Raceward-Id", "a"}, {"Raceward-Body", "none"}});
  servers_->publish("raceward.work.t", "", {{"Raceward-Id", "a"}, {"Raceward-Body", "*"}});
  servers_->publish("raceward.answers.t", "no id");
  EXPECT_EQ(taken(*queue, kNever), nullptr);
  EXPECT_TRUE(answered(*queue, "t", 1, kNever).empty());
  offer(*queue, "t", "a");
  EXPECT_EQ(idOf(taken(*queue)), "a");
}

TEST_F(NatsQueueTest, ThePatienceOfTheLastOneHolds) {
  begin();
  QueueSettings patient = settings();
  patient.patience = 600s;
  const auto first = connected(patient);
  const auto second = connected();
  offer(*first, "t", "a");
  EXPECT_EQ(idOf(taken(*first)), "a");
  EXPECT_EQ(idOf(taken(*second, 20s)), "a");
}

TEST_F(NatsQueueTest, NoticesReachThoseWhoListen) {
  begin();
  const auto queue = connected();
  queue->tell("t", "nobody is there");
  const auto first = connected();
  const auto second = connected();
  queue->tell("t", "stop");
  for (Queue *listener : {first.get(), second.get()}) {
    const auto notice = listener->hear(kSoon);
    ASSERT_TRUE(notice);
    EXPECT_EQ(notice->topic, "t");
    EXPECT_EQ(notice->body, "stop");
    EXPECT_FALSE(listener->hear(kNever));
  }
}

TEST_F(NatsQueueTest, SpacesKeepApart) {
  begin();
  QueueSettings settings = this->settings();
  const auto one = connected(settings);
  settings.space = "another";
  const auto another = connected(settings);
  offer(*one, "t", "a");
  ASSERT_TRUE(one->store("blob", "x"));
  one->tell("t", "x");
  EXPECT_EQ(taken(*another, kNever), nullptr);
  EXPECT_FALSE(another->load("blob")->has_value());
  EXPECT_FALSE(another->hear(kNever));
  EXPECT_EQ(idOf(taken(*one)), "a");
}

TEST_F(NatsQueueTest, NamesThatAreNone) {
  begin();
  const auto queue = connected();
  EXPECT_FALSE(queue->offer("a.b", "id", ""));
  EXPECT_FALSE(queue->offer("*", "id", ""));
  EXPECT_FALSE(queue->offer("", "id", ""));
  EXPECT_FALSE(queue->offer("t", "i d", ""));
  EXPECT_FALSE(queue->offer("t", "id\r\nStatus: 408", ""));
  EXPECT_FALSE(queue->answer("t", "", ""));
  EXPECT_FALSE(queue->withdraw(">"));
  EXPECT_FALSE(queue->clear("*"));
  EXPECT_FALSE(queue->store("a..b", ""));
  EXPECT_FALSE(queue->store("a._end", ""));
  EXPECT_FALSE(queue->load("*"));
  QueueSettings settings = this->settings();
  settings.space = "a b";
  EXPECT_FALSE(connect(settings));
}

} // namespace
} // namespace raceward::test
