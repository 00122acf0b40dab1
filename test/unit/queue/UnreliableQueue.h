// UnreliableQueue: another queue, and what can go wrong with one. By a seed it loses, doubles,
// delays and reorders what passes through, and says nothing about it.
//
// What is lost is lost for good: it was acknowledged on the way. What is doubled comes once more
// at any later time, also long after the first was done with.
#pragma once

#include "raceward/queue/Queue.h"

#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace raceward::test {

/// How often each happens, of one.
struct Unreliability {
  double loses = 0.05;   ///< work, answers, acknowledgements, notices
  double doubles = 0.05; ///< work, answers, notices
  double delays = 0.2;   ///< work and answers: they come after others, and later
  double forgets = 0.05; ///< a blob, when it is looked for: as if it was not there
};

class UnreliableQueue final : public Queue {
public:
  UnreliableQueue(std::unique_ptr<Queue> queue, std::uint64_t seed, Unreliability how = {})
      : queue_(std::move(queue)), dice_(seed), how_(how) {}

  Result<void> offer(const std::string &topic, const std::string &id,
                     std::string_view body) override {
    if (happens(how_.loses))
      return {};
    return queue_->offer(topic, id, body);
  }

  Result<std::unique_ptr<Delivery>> take(Wait wait) override {
    Result<std::unique_ptr<Delivery>> delivery = queue_->take(work_.empty() ? wait : Wait{1});
    if (!delivery)
      return delivery;
    if (*delivery)
      enter<Delivery, Kept>(work_, *std::move(delivery));
    return leave(work_);
  }

  Result<void> withdraw(const std::string &topic) override { return queue_->withdraw(topic); }

  Result<void> answer(const std::string &topic, const std::string &id,
                      std::string_view body) override {
    if (happens(how_.loses))
      return {};
    return queue_->answer(topic, id, body);
  }

  Result<std::vector<std::unique_ptr<QueueAnswer>>> answers(const std::string &topic,
                                                            std::size_t most, Wait wait) override {
    std::vector<std::unique_ptr<QueueAnswer>> &held = answers_[topic];
    Result<std::vector<std::unique_ptr<QueueAnswer>>> answers =
        queue_->answers(topic, most, held.empty() ? wait : Wait{1});
    if (!answers)
      return answers;
    for (std::unique_ptr<QueueAnswer> &answer : *answers)
      enter<QueueAnswer, KeptAnswer>(held, std::move(answer));
    std::vector<std::unique_ptr<QueueAnswer>> given;
    while (given.size() < most && !held.empty()) {
      std::unique_ptr<QueueAnswer> one = leave(held);
      if (!one)
        break;
      given.push_back(std::move(one));
    }
    return given;
  }

  Result<void> clear(const std::string &topic) override { return queue_->clear(topic); }

  Result<void> store(const std::string &name, std::string_view bytes) override {
    return queue_->store(name, bytes);
  }
  Result<std::optional<std::string>> load(const std::string &name) override {
    if (happens(how_.forgets))
      return std::optional<std::string>();
    return queue_->load(name);
  }

  void tell(const std::string &topic, std::string_view body) override {
    if (happens(how_.loses))
      return;
    queue_->tell(topic, body);
    if (happens(how_.doubles))
      queue_->tell(topic, body);
  }
  std::optional<Notice> hear(Wait wait) override { return queue_->hear(wait); }

private:
  /// A copy, or one whose acknowledgements may get lost.
  class Kept final : public Delivery {
  public:
    Kept(const Delivery &of, std::unique_ptr<Delivery> real, bool losesAcks)
        : topic_(of.topic()), id_(of.id()), body_(of.body()), real_(std::move(real)),
          losesAcks_(losesAcks) {}
    [[nodiscard]] const std::string &topic() const override { return topic_; }
    [[nodiscard]] const std::string &id() const override { return id_; }
    [[nodiscard]] const std::string &body() const override { return body_; }
    void done() override {
      if (real_ && !losesAcks_)
        real_->done();
    }
    void giveBack() override {
      if (real_ && !losesAcks_)
        real_->giveBack();
    }
    void stillAtWork() override {
      if (real_ && !losesAcks_)
        real_->stillAtWork();
    }

  private:
    std::string topic_, id_, body_;
    std::unique_ptr<Delivery> real_;
    bool losesAcks_;
  };

  class KeptAnswer final : public QueueAnswer {
  public:
    KeptAnswer(const QueueAnswer &of, std::unique_ptr<QueueAnswer> real, bool losesAcks)
        : id_(of.id()), body_(of.body()), real_(std::move(real)), losesAcks_(losesAcks) {}
    [[nodiscard]] const std::string &id() const override { return id_; }
    [[nodiscard]] const std::string &body() const override { return body_; }
    void stored() override {
      if (real_ && !losesAcks_)
        real_->stored();
    }

  private:
    std::string id_, body_;
    std::unique_ptr<QueueAnswer> real_;
    bool losesAcks_;
  };

  static void acknowledge(Delivery &delivery) { delivery.done(); }
  static void acknowledge(QueueAnswer &answer) { answer.stored(); }

  bool happens(double chance) {
    return std::uniform_real_distribution<double>(0, 1)(dice_) < chance;
  }

  template <typename Base, typename Keeps>
  void enter(std::vector<std::unique_ptr<Base>> &held, std::unique_ptr<Base> came) {
    if (happens(how_.loses)) {
      acknowledge(*came);
      return;
    }
    if (happens(how_.doubles))
      held.push_back(std::make_unique<Keeps>(*came, nullptr, false));
    const Base &of = *came;
    held.push_back(std::make_unique<Keeps>(of, std::move(came), happens(how_.loses)));
  }

  /// Any of them, or none yet.
  template <typename Base> std::unique_ptr<Base> leave(std::vector<std::unique_ptr<Base>> &held) {
    if (held.empty() || happens(how_.delays))
      return nullptr;
    const std::size_t which = std::uniform_int_distribution<std::size_t>(0, held.size() - 1)(dice_);
    std::swap(held[which], held.back());
    std::unique_ptr<Base> one = std::move(held.back());
    held.pop_back();
    return one;
  }

  std::unique_ptr<Queue> queue_;
  std::mt19937_64 dice_;
  Unreliability how_;
  std::vector<std::unique_ptr<Delivery>> work_;
  std::map<std::string, std::vector<std::unique_ptr<QueueAnswer>>> answers_;
};

} // namespace raceward::test
