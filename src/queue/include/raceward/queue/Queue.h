// Queue: carries work to other processes and machines, and answers back.
//
// No correctness relies on it. Messages may be lost, duplicated, late or out of order, and its
// users must cope: finished work is known from a journal, never from the queue. What the queue
// provides is distribution with at-least-once delivery as the normal case.
//
//   work      offer() --> take() by one worker --> Delivery::done(); again if the worker dies
//   answers   answer() --> answers() --> QueueAnswer::stored()
//   blobs     store() and load() by name; a stored blob does not change
//   notices   tell() and hear(): broadcast to current listeners, not stored
//
// A taken piece of work is leased: its worker extends the lease by stillAtWork() within the
// patience, or it is delivered again. An answer is delivered until its reader has made it durable.
//
// A topic is a word of letters, digits and dashes: the id of a check or of a batch. Names of blobs
// are such words separated by dots; if the first is a topic, the blob is deleted when the topic is
// cleared. Not thread safe: one Queue for each thread that uses it; unusable in a forked child,
// which lacks the threads of the library. docs/use/queue.md describes the server's side.
#pragma once

#include "raceward/base/Result.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

struct QueueSettings {
  std::string url; ///< nats://host:port[,nats://host:port...], or tls://
  /// File with a user's credentials, made by NATS or as user:password; empty: none, or as in the
  /// URL.
  std::string credentials;
  std::string user; ///< with password; empty: none
  std::string password;
  std::string caFile; ///< trusted certificates; empty: those of the system
  std::string certificateFile;
  std::string keyFile;
  unsigned replicas = 1;          ///< of stored data, if this process creates the streams
  std::string space = "raceward"; ///< separates several users of one server
  /// How long a worker may be silent about work that it took.
  std::chrono::seconds patience{30};
  /// How long a call retries while the queue cannot be reached, before it is an Error. take(),
  /// answers() and hear() return nothing meanwhile.
  std::chrono::seconds giveUpAfter{300};
  /// A worker need not have the permission to set up the queue: it waits for others to do so.
  bool awaitsSetUp = false;
  /// Called when the queue becomes unreachable, and when it is reachable again; may be empty.
  std::function<void(std::string_view)> onTrouble;
};

struct WorkOffer {
  std::string id;
  std::string body;
};

/// A piece of work that this process has taken.
class Delivery {
public:
  virtual ~Delivery() = default;
  [[nodiscard]] virtual const std::string &topic() const = 0;
  [[nodiscard]] virtual const std::string &id() const = 0;
  [[nodiscard]] virtual const std::string &body() const = 0;
  /// No other worker gets it. Only after its result is stored.
  virtual void done() = 0;
  /// Another worker gets it, at once.
  virtual void giveBack() = 0;
  /// Call it more often than every patience during the work.
  virtual void stillAtWork() = 0;
};

class QueueAnswer {
public:
  virtual ~QueueAnswer() = default;
  [[nodiscard]] virtual const std::string &id() const = 0;
  [[nodiscard]] virtual const std::string &body() const = 0;
  /// It is durable elsewhere, and is not delivered again.
  virtual void stored() = 0;
};

struct Notice {
  std::string topic;
  std::string body;
};

class Queue {
public:
  virtual ~Queue() = default;

  using Wait = std::chrono::milliseconds;

  /// Stored when it returns. The same id from the same process is stored once within the patience,
  /// unless it was withdrawn.
  virtual Result<void> offer(const std::string &topic, const std::string &id,
                             std::string_view body) = 0;
  /// All of them, in that order; a remote queue may confirm them together.
  virtual Result<void> offerAll(const std::string &topic, const std::vector<WorkOffer> &offers) {
    for (const WorkOffer &each : offers)
      if (Result<void> offered = offer(topic, each.id, each.body); !offered)
        return offered;
    return {};
  }
  /// Work of any topic; null: none within that time.
  virtual Result<std::unique_ptr<Delivery>> take(Wait wait) = 0;
  /// Withdraws the offers of the topic that were not taken.
  virtual Result<void> withdraw(const std::string &topic) = 0;

  virtual Result<void> answer(const std::string &topic, const std::string &id,
                              std::string_view body) = 0;
  /// The available ones, at most `most`; waits for the first. Each is delivered again later, unless
  /// it was stored().
  virtual Result<std::vector<std::unique_ptr<QueueAnswer>>>
  answers(const std::string &topic, std::size_t most, Wait wait) = 0;
  /// Deletes the rest of the topic: work, answers and blobs under its name.
  virtual Result<void> clear(const std::string &topic) = 0;

  /// Any size. Storing the same again is permitted, other bytes under the name are an Error.
  virtual Result<void> store(const std::string &name, std::string_view bytes) = 0;
  /// Nothing, or an incomplete blob, under that name: nullopt.
  virtual Result<std::optional<std::string>> load(const std::string &name) = 0;

  virtual void tell(const std::string &topic, std::string_view body) = 0;
  /// Notices of all topics, including those of this process; null: none within that time.
  virtual std::optional<Notice> hear(Wait wait) = 0;
};

/// The servers without users and passwords, for display.
std::string shownUrl(std::string_view url);

/// Whether this build can connect to a queue.
[[nodiscard]] bool canConnect();

/// Connects, and creates the streams that do not exist. An Error has a hint. Null: no permission to
/// create them, and awaitsSetUp; try again later.
Result<std::unique_ptr<Queue>> connect(const QueueSettings &settings);

} // namespace raceward
