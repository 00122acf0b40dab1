// What the tests against real servers share.
#pragma once

#include "NatsServers.h"

#include "raceward/queue/Queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace raceward::test {

inline constexpr std::chrono::milliseconds kSoon{5000};
inline constexpr std::chrono::milliseconds kNever{300};

class WithServers : public ::testing::Test {
protected:
  void SetUp() override {
    if (!canConnect())
      GTEST_SKIP() << "this build knows no queues: install libnats-dev";
    if (!NatsServers::areInstalled())
      GTEST_SKIP() << "there is no nats-server: install the package of that name";
  }

  void begin(NatsSetup setup = {}) { servers_.emplace(std::move(setup)); }

  [[nodiscard]] QueueSettings settings() {
    QueueSettings settings;
    settings.url = servers_->url();
    settings.patience = std::chrono::seconds{2};
    settings.giveUpAfter = std::chrono::seconds{60};
    settings.replicas = replicas_;
    settings.onTrouble = [this](std::string_view text) { troubles_.emplace_back(text); };
    return settings;
  }
  std::unique_ptr<Queue> connected() { return connected(settings()); }
  static std::unique_ptr<Queue> connected(const QueueSettings &settings) {
    Result<std::unique_ptr<Queue>> queue = connect(settings);
    EXPECT_TRUE(queue) << queue.error().message << "\n" << queue.error().details;
    return queue ? *std::move(queue) : nullptr;
  }
  static void refused(const QueueSettings &settings, const std::string &message,
                      const std::string &hint) {
    const Result<std::unique_ptr<Queue>> queue = connect(settings);
    ASSERT_FALSE(queue);
    EXPECT_THAT(queue.error().message, ::testing::HasSubstr(message)) << queue.error().details;
    EXPECT_THAT(queue.error().hint, ::testing::HasSubstr(hint));
    EXPECT_THAT(queue.error().message + queue.error().details + queue.error().hint,
                ::testing::Not(::testing::HasSubstr("secret")));
  }

  std::optional<NatsServers> servers_;
  unsigned replicas_ = 1;
  std::vector<std::string> troubles_;
};

inline void offer(Queue &queue, const std::string &topic, const std::string &id,
                  const std::string &body = "body") {
  const Result<void> done = queue.offer(topic, id, body);
  ASSERT_TRUE(done) << done.error().message << "\n" << done.error().details;
}

inline std::unique_ptr<Delivery> taken(Queue &queue, Queue::Wait wait = kSoon) {
  Result<std::unique_ptr<Delivery>> delivery = queue.take(wait);
  EXPECT_TRUE(delivery) << delivery.error().message;
  return delivery ? *std::move(delivery) : nullptr;
}

inline std::string idOf(const std::unique_ptr<Delivery> &delivery) {
  return delivery ? delivery->id() : "none";
}

/// Until there are so many.
inline std::multiset<std::string> answered(Queue &queue, const std::string &topic,
                                           std::size_t count, Queue::Wait wait = kSoon) {
  std::multiset<std::string> ids;
  while (ids.size() < count) {
    const auto answers = queue.answers(topic, 100, wait);
    EXPECT_TRUE(answers) << answers.error().message;
    if (!answers || answers->empty())
      break;
    for (const auto &answer : *answers) {
      ids.insert(answer->id());
      answer->stored();
    }
  }
  return ids;
}

} // namespace raceward::test
