#include "raceward/check/QueueWorker.h"

#include "ItemWorker.h"
#include "ProcessPool.h"
#include "QueueMessages.h"
#include "SearchBundle.h"
#include "raceward/base/Check.h"

#include <chrono>
#include <memory>

namespace raceward {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kWait{200};
constexpr std::chrono::milliseconds kTick{100};

// Questions to the searching process: a program, or an item of the last program.
constexpr char kProgram = 'P';
constexpr char kItem = 'I';

/// Runs in the searching process. Answers "" to an accepted program, otherwise the reason.
class ItemServer {
public:
  explicit ItemServer(std::uint64_t memoryBytes) : memoryBytes_(memoryBytes) {}

  std::string answer(std::string_view question) {
    const std::string_view body = question.substr(1);
    if (question.front() == kProgram)
      return load(body);
    return worker_ ? worker_->work(body) : encode(lostBecause("the program is missing"));
  }

private:
  std::string load(std::string_view bytes) {
    worker_.reset();
    Result<SearchBundle> bundle = decodeBundle(bytes);
    if (!bundle)
      return bundle.error().message;
    bundle_ = std::make_unique<SearchBundle>(std::move(*bundle));
    bundle_->task.limits.memoryBytes = memoryBytes_;
    worker_ = std::make_unique<ItemWorker>(bundle_->program, bundle_->task);
    return {};
  }

  std::uint64_t memoryBytes_;
  std::unique_ptr<SearchBundle> bundle_;
  std::unique_ptr<ItemWorker> worker_;
};

/// Runs in a process between the queue's, which has threads and must not fork, and the searching
/// one, which may die: it restarts that one, and gives up on items that crash it.
class Nursery {
public:
  explicit Nursery(std::uint64_t memoryBytes)
      : inner_(1, [memoryBytes] {
          const auto server = std::make_shared<ItemServer>(memoryBytes);
          return [server](std::string_view question) { return server->answer(question); };
        }) {}

  std::string answer(std::string_view question) {
    const std::string_view body = question.substr(1);
    return question.front() == kProgram ? takeProgram(question) : search(question, body);
  }

private:
  std::string takeProgram(std::string_view question) {
    program_ = question;
    std::string how;
    for (unsigned deaths = 0; deaths < kMostDeaths; ++deaths) {
      ProcessPool::Reply reply = ask(question);
      loadedBy_ = inner_.starts(0);
      if (reply.answer)
        return std::move(*reply.answer);
      how = reply.how;
    }
    return "the process that reads it crashes: " + how;
  }

  std::string search(std::string_view question, std::string_view item) {
    std::string how;
    for (unsigned deaths = 0; deaths < kMostDeaths;) {
      // A restarted process has no program. It may have died while it was idle.
      if (inner_.starts(0) != loadedBy_ && !program_.empty())
        if (std::string why = takeProgram(std::string(program_)); !why.empty())
          return encode(lostBecause(why));
      ProcessPool::Reply reply = ask(question);
      if (inner_.starts(0) != loadedBy_ && !program_.empty())
        continue;
      if (reply.answer)
        return std::move(*reply.answer);
      if (reply.wasMemory)
        return outOfMemoryFor(item);
      how = reply.how;
      ++deaths;
      loadedBy_ = 0;
    }
    return encode(lostBecause("worker processes crash while searching it: " + how));
  }

  ProcessPool::Reply ask(std::string_view question) {
    if (const Result<void> asked = inner_.ask(0, question); !asked)
      return {0, std::nullopt, asked.error().message, false};
    while (true)
      for (ProcessPool::Reply &reply : inner_.replies(std::chrono::hours(1)))
        return std::move(reply);
  }
  static std::string outOfMemoryFor(std::string_view bytes) {
    const Result<WorkItem> item = decodeItem(bytes);
    return encode(outOfMemory(item ? item->names : ThreadNames{}));
  }

  ProcessPool inner_;
  std::string program_;
  unsigned loadedBy_ = 0; ///< ProcessPool::starts() of the process that has the program
};

/// A worker: takes items from the queue, has them searched, and sends the results.
///
/// Three processes: this one has the connection (and its threads); the Nursery restarts the third,
/// which reads programs and searches items, and may crash. While the third works, this one sends
/// notices and extends the delivery (stillAtWork), so that the item is not offered to others.
///
/// A delivery ends in one of three ways: done() after the answer was accepted by the queue,
/// giveBack() if this worker cannot do it, or not at all if the worker dies, after which the queue
/// delivers it again. So no item is lost, and an item may be searched twice.
class Serving {
public:
  explicit Serving(const WorkerOptions &options)
      : options_(options), nursery_(1, [&options] {
          const auto nursery = std::make_shared<Nursery>(options.memoryBytes);
          return [nursery](std::string_view question) { return nursery->answer(question); };
        }) {}

  Result<void> run() {
    // Before the connection, which has threads.
    if (Result<std::string> begun = ask(std::string(1, kItem), nullptr); !begun)
      return fail(begun.error());
    Clock::time_point lastWork = Clock::now();
    const auto isIdleForLong = [&] {
      return options_.idleExit && Clock::now() - lastWork > *options_.idleExit;
    };
    while (!queue_ && !isStopped() && !isIdleForLong())
      if (Result<void> connected = tryToConnect(); !connected)
        return connected;
    while (!isStopped() && queue_) {
      Result<std::unique_ptr<Delivery>> delivery = queue_->take(kWait);
      if (!delivery)
        return fail(delivery.error());
      if (!*delivery) {
        notice(kIdleTopic, "");
        if (isIdleForLong())
          break;
        continue;
      }
      if (Result<void> served = serve(**delivery); !served)
        return served;
      lastWork = Clock::now();
    }
    if (queue_)
      queue_->tell(kIdleTopic, encode(WorkerNotice{options_.name, "", true}));
    say("leaves");
    return {};
  }

private:
  [[nodiscard]] bool isStopped() const { return options_.stopped && options_.stopped(); }
  void say(std::string_view line) const {
    if (options_.onLine)
      options_.onLine(line);
  }

  /// Workers may be started before the first check has set up the queue.
  Result<void> tryToConnect() {
    Result<std::unique_ptr<Queue>> queue = connect(options_.queue);
    if (!queue)
      return fail(queue.error());
    queue_ = std::move(*queue);
    if (queue_) {
      say("connected to " + shownUrl(options_.queue.url));
    } else {
      if (!toldToWait_)
        say("waits until a check or batch has set up the queue at " + shownUrl(options_.queue.url));
      toldToWait_ = true;
      pause(std::chrono::seconds(2));
    }
    return {};
  }

  /// Waits without asking the searching process.
  void pause(std::chrono::seconds howLong) {
    const Clock::time_point end = Clock::now() + howLong;
    while (!isStopped() && Clock::now() < end)
      nursery_.replies(kTick);
  }

  void notice(const std::string &topic, const std::string &item) {
    const std::chrono::duration<double> since = Clock::now() - lastNotice_;
    if (since.count() < kNoticeSeconds && topic == lastTopic_)
      return;
    lastNotice_ = Clock::now();
    lastTopic_ = topic;
    queue_->tell(topic, encode(WorkerNotice{options_.name, item, false}));
  }

  /// Waits for the answer; an Error if the worker is stopped meanwhile. Keeps `delivery`, if there
  /// is one, alive.
  Result<std::string> ask(std::string_view question, Delivery *delivery,
                          const std::string &item = {}) {
    if (Result<void> asked = nursery_.ask(0, question); !asked)
      return fail(asked.error());
    Clock::time_point lastSign = Clock::now();
    while (!isStopped()) {
      for (ProcessPool::Reply &reply : nursery_.replies(kTick)) {
        if (!reply.answer)
          return fail(Error::Kind::Resource, "the process of the worker died: " + reply.how);
        return std::move(*reply.answer);
      }
      if (delivery == nullptr)
        continue;
      notice(delivery->topic(), item);
      if (Clock::now() - lastSign > options_.queue.patience / 3) {
        delivery->stillAtWork();
        lastSign = Clock::now();
      }
    }
    return fail(Error::Kind::Resource, "stopped");
  }

  Result<void> serve(Delivery &delivery) {
    const std::optional<ItemMessage> message = decodeItemMessage(delivery.body());
    if (!message) {
      if (options_.serveOther) {
        const Result<bool> served = options_.serveOther(*queue_, delivery);
        if (!served)
          return fail(served.error());
        if (*served)
          return {};
      }
      say("unknown kind of work");
      delivery.done(); // no other worker of this queue can do it
      return {};
    }
    if (const Result<bool> ready = prepare(*message, delivery); !ready || !*ready) {
      delivery.giveBack();
      return ready || isStopped() ? Result<void>() : fail(ready.error());
    }
    const Clock::time_point begin = Clock::now();
    const Result<std::string> result = ask(kItem + message->item, &delivery, message->id);
    if (!result) {
      delivery.giveBack();
      return isStopped() ? Result<void>() : fail(result.error());
    }
    const std::chrono::duration<double> took = Clock::now() - begin;
    if (Result<void> answered =
            queue_->answer(delivery.topic(), message->id,
                           encode(ResultMessage{options_.name, took.count(), *result}));
        !answered)
      return answered;
    delivery.done();
    return {};
  }

  /// Loads the program of the item. False: not available here.
  Result<bool> prepare(const ItemMessage &message, Delivery &delivery) {
    if (message.bundle == bundle_)
      return true;
    Result<std::optional<std::string>> bytes = queue_->load(message.bundle);
    if (!bytes)
      return fail(bytes.error());
    if (!*bytes)
      return refuse(message, "its program is not in the queue");
    bundle_.clear();
    const Result<std::string> taken = ask(kProgram + **bytes, &delivery);
    if (!taken)
      return fail(taken.error());
    if (!taken->empty())
      return refuse(message, *taken);
    bundle_ = message.bundle;
    say("works on " + delivery.topic());
    return true;
  }

  /// Another worker may be able to do it; waits, so as not to get it again at once.
  Result<bool> refuse(const ItemMessage &message, const std::string &why) {
    if (refused_ != message.bundle)
      say("refuses work: " + why);
    refused_ = message.bundle;
    pause(std::chrono::seconds(1));
    return false;
  }

  const WorkerOptions &options_;
  ProcessPool nursery_;
  std::unique_ptr<Queue> queue_;
  bool toldToWait_ = false;
  std::string bundle_;  ///< of the program that the searching process has
  std::string refused_; ///< bundle of the last refusal
  Clock::time_point lastNotice_;
  std::string lastTopic_;
};

} // namespace

Result<void> serveQueue(const WorkerOptions &options) {
  return Serving(options).run();
}

} // namespace raceward
