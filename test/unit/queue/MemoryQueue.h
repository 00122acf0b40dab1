// MemoryQueue: a queue within this process, with the rules of Queue.h and no server, for tests of
// those who use one. Several of them, also in several threads, share a MemoryStore.
#pragma once

#include "raceward/queue/Queue.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>

namespace raceward::test {

/// What a server would keep.
class MemoryStore {
public:
  using Clock = std::chrono::steady_clock;

  explicit MemoryStore(std::chrono::milliseconds patience,
                       std::function<Clock::time_point()> now = Clock::now)
      : patience_(patience), now_(std::move(now)) {}

  struct Message {
    std::uint64_t number = 0;
    std::string topic;
    std::string id;
    std::string body;
    Clock::time_point due; ///< may be given out from then on
  };

  enum class Kind : std::uint8_t { Work, Answers };

  void put(Kind kind, const std::string &topic, const std::string &id, std::string_view body) {
    const std::lock_guard lock(mutex_);
    messages_[kind].push_back({++numbers_, topic, id, std::string(body), now_()});
    changed_.notify_all();
  }
  /// Once within the patience.
  void putOnce(const std::string &topic, const std::string &id, std::string_view body) {
    {
      const std::lock_guard lock(mutex_);
      Clock::time_point &last = offered_[{topic, id}];
      if (last != Clock::time_point() && now_() - last < patience_)
        return;
      last = now_();
    }
    put(Kind::Work, topic, id, body);
  }
  /// Of that topic, or of any.
  std::optional<Message> get(Kind kind, const std::string *topic, Queue::Wait wait) {
    std::unique_lock lock(mutex_);
    const auto until = Clock::now() + wait;
    while (true) {
      for (Message &message : messages_[kind]) {
        if (topic != nullptr && message.topic != *topic)
          continue;
        if (message.due <= now_()) {
          message.due = now_() + patience_;
          return message;
        }
      }
      if (Clock::now() >= until)
        return std::nullopt;
      changed_.wait_until(lock, std::min(until, Clock::now() + std::chrono::milliseconds(1)));
    }
  }
  void remove(Kind kind, std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    messages_[kind].remove_if([&](const Message &message) { return message.number == number; });
  }
  void delay(Kind kind, std::uint64_t number, std::chrono::milliseconds by) {
    const std::lock_guard lock(mutex_);
    for (Message &message : messages_[kind])
      if (message.number == number)
        message.due = now_() + by;
    changed_.notify_all();
  }
  void forget(Kind kind, const std::string &topic) {
    const std::lock_guard lock(mutex_);
    messages_[kind].remove_if([&](const Message &message) { return message.topic == topic; });
    if (kind == Kind::Work)
      std::erase_if(offered_, [&](const auto &entry) { return entry.first.first == topic; });
  }
  void forgetBlobs(const std::string &topic) {
    const std::lock_guard lock(mutex_);
    std::erase_if(blobs_, [&](const auto &blob) {
      return blob.first == topic || blob.first.starts_with(topic + ".");
    });
  }
  /// False: there is something else under that name.
  bool store(const std::string &name, std::string_view bytes) {
    const std::lock_guard lock(mutex_);
    return blobs_.emplace(name, bytes).first->second == bytes;
  }
  std::optional<std::string> load(const std::string &name) {
    const std::lock_guard lock(mutex_);
    const auto found = blobs_.find(name);
    return found != blobs_.end() ? std::optional(found->second) : std::nullopt;
  }

  using Notices = std::deque<Notice>;
  void listen(Notices *listener) {
    const std::lock_guard lock(mutex_);
    listeners_.insert(listener);
  }
  void stopListening(Notices *listener) {
    const std::lock_guard lock(mutex_);
    listeners_.erase(listener);
  }
  void tell(const Notice &notice) {
    const std::lock_guard lock(mutex_);
    for (Notices *listener : listeners_)
      listener->push_back(notice);
    changed_.notify_all();
  }
  std::optional<Notice> hear(Notices &listener, Queue::Wait wait) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, wait, [&] { return !listener.empty(); }))
      return std::nullopt;
    Notice notice = std::move(listener.front());
    listener.pop_front();
    return notice;
  }
  [[nodiscard]] std::chrono::milliseconds patience() const { return patience_; }
  [[nodiscard]] std::size_t size(Kind kind) {
    const std::lock_guard lock(mutex_);
    return messages_[kind].size();
  }

private:
  std::chrono::milliseconds patience_;
  std::function<Clock::time_point()> now_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t numbers_ = 0;
  std::map<Kind, std::list<Message>> messages_;
  std::map<std::pair<std::string, std::string>, Clock::time_point> offered_;
  std::map<std::string, std::string> blobs_;
  std::set<Notices *> listeners_;
};

class MemoryQueue final : public Queue {
public:
  explicit MemoryQueue(std::shared_ptr<MemoryStore> store) : store_(std::move(store)) {
    store_->listen(&notices_);
  }
  ~MemoryQueue() override { store_->stopListening(&notices_); }
  MemoryQueue(const MemoryQueue &) = delete;
  MemoryQueue &operator=(const MemoryQueue &) = delete;

  Result<void> offer(const std::string &topic, const std::string &id,
                     std::string_view body) override {
    store_->putOnce(topic, id, body);
    return {};
  }
  Result<std::unique_ptr<Delivery>> take(Wait wait) override {
    std::optional<MemoryStore::Message> message =
        store_->get(MemoryStore::Kind::Work, nullptr, wait);
    if (!message)
      return std::unique_ptr<Delivery>();
    return std::unique_ptr<Delivery>(std::make_unique<Taken>(store_, *std::move(message)));
  }
  Result<void> withdraw(const std::string &topic) override {
    store_->forget(MemoryStore::Kind::Work, topic);
    return {};
  }
  Result<void> answer(const std::string &topic, const std::string &id,
                      std::string_view body) override {
    store_->put(MemoryStore::Kind::Answers, topic, id, body);
    return {};
  }
  Result<std::vector<std::unique_ptr<QueueAnswer>>> answers(const std::string &topic,
                                                            std::size_t most, Wait wait) override {
    std::vector<std::unique_ptr<QueueAnswer>> answers;
    while (answers.size() < most) {
      std::optional<MemoryStore::Message> message =
          store_->get(MemoryStore::Kind::Answers, &topic, answers.empty() ? wait : Wait{0});
      if (!message)
        break;
      answers.push_back(std::make_unique<Given>(store_, *std::move(message)));
    }
    return answers;
  }
  Result<void> clear(const std::string &topic) override {
    store_->forget(MemoryStore::Kind::Work, topic);
    store_->forget(MemoryStore::Kind::Answers, topic);
    store_->forgetBlobs(topic);
    return {};
  }
  Result<void> store(const std::string &name, std::string_view bytes) override {
    if (!store_->store(name, bytes))
      return fail(Error::Kind::Usage, "the queue has something else under the name " + name);
    return {};
  }
  Result<std::optional<std::string>> load(const std::string &name) override {
    return store_->load(name);
  }
  void tell(const std::string &topic, std::string_view body) override {
    store_->tell({topic, std::string(body)});
  }
  std::optional<Notice> hear(Wait wait) override { return store_->hear(notices_, wait); }

private:
  class Taken final : public Delivery {
  public:
    Taken(std::shared_ptr<MemoryStore> store, MemoryStore::Message message)
        : store_(std::move(store)), message_(std::move(message)) {}
    [[nodiscard]] const std::string &topic() const override { return message_.topic; }
    [[nodiscard]] const std::string &id() const override { return message_.id; }
    [[nodiscard]] const std::string &body() const override { return message_.body; }
    void done() override { store_->remove(MemoryStore::Kind::Work, message_.number); }
    void giveBack() override { store_->delay(MemoryStore::Kind::Work, message_.number, {}); }
    void stillAtWork() override {
      store_->delay(MemoryStore::Kind::Work, message_.number, store_->patience());
    }

  private:
    std::shared_ptr<MemoryStore> store_;
    MemoryStore::Message message_;
  };

  class Given final : public QueueAnswer {
  public:
    Given(std::shared_ptr<MemoryStore> store, MemoryStore::Message message)
        : store_(std::move(store)), message_(std::move(message)) {}
    [[nodiscard]] const std::string &id() const override { return message_.id; }
    [[nodiscard]] const std::string &body() const override { return message_.body; }
    void stored() override { store_->remove(MemoryStore::Kind::Answers, message_.number); }

  private:
    std::shared_ptr<MemoryStore> store_;
    MemoryStore::Message message_;
  };

  std::shared_ptr<MemoryStore> store_;
  MemoryStore::Notices notices_;
};

} // namespace raceward::test
