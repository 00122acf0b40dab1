// A queue in memory that a test can look into. It is reliable; the one of test/unit/queue is not.
#pragma once

#include "raceward/queue/Queue.h"

#include <deque>
#include <map>
#include <mutex>
#include <thread>

namespace raceward::test {

/// What all handles share.
struct WatchedServer {
  struct Message {
    std::string topic;
    std::string id;
    std::string body;
  };

  std::mutex mutex;
  std::deque<Message> work;
  std::deque<Message> answers;
  std::deque<Notice> notices;
  std::map<std::string, std::string> blobs;
  std::size_t offers = 0;
  std::size_t stores = 0;
  std::size_t beats = 0;
  std::size_t givenBack = 0;
  std::size_t cleared = 0;
};

class WatchedQueue final : public Queue {
public:
  explicit WatchedQueue(WatchedServer &server) : server_(server) {}

  Result<void> offer(const std::string &topic, const std::string &id,
                     std::string_view body) override {
    const std::lock_guard lock(server_.mutex);
    ++server_.offers;
    server_.work.push_back({topic, id, std::string(body)});
    return {};
  }

  Result<std::unique_ptr<Delivery>> take(Wait wait) override {
    {
      const std::lock_guard lock(server_.mutex);
      if (!server_.work.empty()) {
        std::unique_ptr<Delivery> taken = std::make_unique<Taken>(server_, server_.work.front());
        server_.work.pop_front();
        return taken;
      }
    }
    std::this_thread::sleep_for(wait);
    return std::unique_ptr<Delivery>();
  }

  Result<void> withdraw(const std::string &topic) override {
    const std::lock_guard lock(server_.mutex);
    std::erase_if(server_.work, [&](const auto &message) { return message.topic == topic; });
    return {};
  }

  Result<void> answer(const std::string &topic, const std::string &id,
                      std::string_view body) override {
    const std::lock_guard lock(server_.mutex);
    server_.answers.push_back({topic, id, std::string(body)});
    return {};
  }

  Result<std::vector<std::unique_ptr<QueueAnswer>>> answers(const std::string &topic,
                                                            std::size_t most, Wait wait) override {
    std::vector<std::unique_ptr<QueueAnswer>> found;
    {
      const std::lock_guard lock(server_.mutex);
      for (auto at = server_.answers.begin(); at != server_.answers.end() && found.size() < most;) {
        if (at->topic != topic) {
          ++at;
          continue;
        }
        found.push_back(std::make_unique<Came>(*at));
        at = server_.answers.erase(at);
      }
    }
    if (found.empty())
      std::this_thread::sleep_for(std::min(wait, Wait{5}));
    return found;
  }

  Result<void> clear(const std::string &topic) override {
    const std::lock_guard lock(server_.mutex);
    const auto isOfIt = [&](const auto &message) { return message.topic == topic; };
    std::erase_if(server_.work, isOfIt);
    std::erase_if(server_.answers, isOfIt);
    std::erase_if(server_.blobs,
                  [&](const auto &blob) { return blob.first.starts_with(topic + "."); });
    ++server_.cleared;
    return {};
  }

  Result<void> store(const std::string &name, std::string_view bytes) override {
    const std::lock_guard lock(server_.mutex);
    server_.blobs[name] = bytes;
    ++server_.stores;
    return {};
  }

  Result<std::optional<std::string>> load(const std::string &name) override {
    const std::lock_guard lock(server_.mutex);
    const auto at = server_.blobs.find(name);
    return at == server_.blobs.end() ? std::optional<std::string>() : at->second;
  }

  void tell(const std::string &topic, std::string_view body) override {
    const std::lock_guard lock(server_.mutex);
    server_.notices.push_back({topic, std::string(body)});
  }

  std::optional<Notice> hear(Wait /*wait*/) override {
    const std::lock_guard lock(server_.mutex);
    if (server_.notices.empty())
      return std::nullopt;
    Notice notice = server_.notices.front();
    server_.notices.pop_front();
    return notice;
  }

private:
  class Taken final : public Delivery {
  public:
    Taken(WatchedServer &server, WatchedServer::Message message)
        : server_(server), message_(std::move(message)) {}
    [[nodiscard]] const std::string &topic() const override { return message_.topic; }
    [[nodiscard]] const std::string &id() const override { return message_.id; }
    [[nodiscard]] const std::string &body() const override { return message_.body; }
    void done() override {}
    void giveBack() override {
      const std::lock_guard lock(server_.mutex);
      server_.work.push_front(message_);
      ++server_.givenBack;
    }
    void stillAtWork() override {
      const std::lock_guard lock(server_.mutex);
      ++server_.beats;
    }

  private:
    WatchedServer &server_;
    WatchedServer::Message message_;
  };

  class Came final : public QueueAnswer {
  public:
    explicit Came(WatchedServer::Message message) : message_(std::move(message)) {}
    [[nodiscard]] const std::string &id() const override { return message_.id; }
    [[nodiscard]] const std::string &body() const override { return message_.body; }
    void stored() override {}

  private:
    WatchedServer::Message message_;
  };

  WatchedServer &server_;
};

} // namespace raceward::test
