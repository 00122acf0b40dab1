// Queue: carries work to other processes and machines, and answers back.
//
// Nothing rests on it. Whatever it carries may be lost, doubled, late or out of order, and who
// uses it must be right all the same: what is done is known from a journal, never from here.
//
//   work      offer() --> take() by one worker --> Delivery::done(); again if the worker dies
//   answers   answer() --> answers() --> QueueAnswer::stored()
//   blobs     store() and load() by name; what is stored stays as it is
//   notices   tell() and hear(): to whoever listens now, and no further
//
// A topic is a word of letters, digits and dashes: the id of a check or of a batch. Names of blobs
// are such words with dots between them, and the first may be a topic: such a blob goes when the
// topic is cleared. Not thread safe: one Queue for each thread that uses it; and of no use in a
// forked child, as its threads are not there.
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
  /// File with a user's credentials, as NATS makes them or as user:password; empty: none, or as
  /// in the URL.
  std::string credentials;
  std::string user; ///< with password; empty: none
  std::string password;
  std::string caFile; ///< whom to trust; empty: whom the system trusts
  std::string certificateFile;
  std::string keyFile;
  unsigned replicas = 1;          ///< of what is stored, when this process creates it
  std::string space = "raceward"; ///< several users of one server keep apart by this
  /// How long a worker may be silent about what it took.
  std::chrono::seconds patience{30};
  /// How long a call goes on while the queue cannot be reached, before it is an Error. take(),
  /// answers() and hear() return nothing meanwhile.
  std::chrono::seconds giveUpAfter{300};
  /// Who only works need not be allowed to set the queue up: others do that.
  bool awaitsSetUp = false;
  /// Called when the queue cannot be reached, and when it can again; may be empty.
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
  /// Nobody else gets it. Only after what came of it is stored.
  virtual void done() = 0;
  /// Somebody else gets it, at once.
  virtual void giveBack() = 0;
  /// Call it more often than every patience while the work goes on.
  virtual void stillAtWork() = 0;
};

class QueueAnswer {
public:
  virtual ~QueueAnswer() = default;
  [[nodiscard]] virtual const std::string &id() const = 0;
  [[nodiscard]] virtual const std::string &body() const = 0;
  /// It is safe elsewhere, and does not come again.
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

  /// Stored when it returns. The same id from the same process is stored once within the
  /// patience, unless it was withdrawn.
  virtual Result<void> offer(const std::string &topic, const std::string &id,
                             std::string_view body) = 0;
  /// All of them, in that order. A queue that is far away is waited for once.
  virtual Result<void> offerAll(const std::string &topic, const std::vector<WorkOffer> &offers) {
    for (const WorkOffer &each : offers)
      if (Result<void> offered = offer(topic, each.id, each.body); !offered)
        return offered;
    return {};
  }
  /// Work of any topic; none within that time: null.
  virtual Result<std::unique_ptr<Delivery>> take(Wait wait) = 0;
  /// What is offered under the topic and was not taken is offered no longer.
  virtual Result<void> withdraw(const std::string &topic) = 0;

  virtual Result<void> answer(const std::string &topic, const std::string &id,
                              std::string_view body) = 0;
  /// Those that are there, at most so many; waits for the first. Each comes again, in time,
  /// unless it was stored().
  virtual Result<std::vector<std::unique_ptr<QueueAnswer>>>
  answers(const std::string &topic, std::size_t most, Wait wait) = 0;
  /// Forgets what is left of the topic: work, answers and blobs under its name.
  virtual Result<void> clear(const std::string &topic) = 0;

  /// Of any size. The same again is no mistake, other bytes under the same name are an Error.
  virtual Result<void> store(const std::string &name, std::string_view bytes) = 0;
  /// Nothing under that name, or not all of it: nullopt.
  virtual Result<std::optional<std::string>> load(const std::string &name) = 0;

  virtual void tell(const std::string &topic, std::string_view body) = 0;
  /// All topics, and what this process told, too; null: none within that time.
  virtual std::optional<Notice> hear(Wait wait) = 0;
};

/// The servers as they may be shown: without users and passwords.
std::string shownUrl(std::string_view url);

/// Whether this build can connect to a queue.
[[nodiscard]] bool canConnect();

/// Connects, and creates what is needed and not there. An Error says what to do about it. Null: it
/// may not create that, and awaitsSetUp; to be tried again.
Result<std::unique_ptr<Queue>> connect(const QueueSettings &settings);

} // namespace raceward
