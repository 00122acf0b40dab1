// Gives the tasks of a batch to workers on other machines, over a queue.
//
// The queue may lose, double and delay whatever it carries. A task is answered when its answer is
// in the journal; the first answer counts, and an answer is one to a question with all its content
// (TaskItem), so that a late one is as good as any other and one to something else is ignored.
// What nobody was heard of for a time is offered again.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/batch/BatchUi.h"
#include "raceward/batch/Ledger.h"
#include "raceward/batch/TaskItem.h"
#include "raceward/queue/Queue.h"

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace raceward::batch {

struct FleetSettings {
  std::string topic;   ///< the same for the same batch, before and after an interruption
  bool forget = false; ///< what an earlier run left in the queue
  /// Without news for so long, a task counts as lost.
  std::chrono::milliseconds silence{60'000};
  /// Before a task is offered again that a worker refused; doubled each time.
  std::chrono::milliseconds afterRefusal{1'000};
};

class FleetRun {
public:
  FleetRun(Ledger &ledger, Queue &queue, FleetSettings settings)
      : ledger_(ledger), queue_(queue), settings_(std::move(settings)) {}

  /// Called once; true if it was interrupted. Tasks that cannot be sent stay pending.
  Result<bool> run(const std::function<bool()> &interrupted, BatchUi &ui);

private:
  using Clock = std::chrono::steady_clock;

  /// One question that waits for its answer; several tasks may ask it.
  struct Item {
    std::vector<PackedFile> files;
    std::vector<std::size_t> tasks;
    Clock::time_point heard;   ///< of it: offered, or at work
    Clock::time_point started; ///< at work since, as far as is known
    bool isStarted = false;
    unsigned offers = 0;
  };

  Result<void> offerSome();
  Result<void> prepare(std::size_t task);
  Result<void> offer(const std::string &id, Item &item);
  Result<void> offerLostAgain(BatchUi &ui);
  Result<void> collect(BatchUi &ui);
  void accept(const std::string &id, const TaskReply &reply, std::vector<Ledger::Sent> &accepted,
              BatchUi &ui);
  void putOff(const std::string &id, const TaskReply &reply, BatchUi &ui);
  void listen();
  void see(const std::string &worker);
  void complain(const std::string &what, BatchUi &ui);
  [[nodiscard]] bool hasRoom() const;
  [[nodiscard]] std::size_t workersSeen() const;
  [[nodiscard]] BatchProgress progress() const;

  Ledger &ledger_;
  Queue &queue_;
  const FleetSettings settings_;
  std::vector<std::size_t> tasks_;                       // to do, in order
  std::size_t next_ = 0;                                 // of these to become an item
  std::map<std::string, Item> open_;                     // by id
  std::map<std::string, BatchAnswer> answered_;          // by id, in sent names
  std::multimap<Clock::time_point, std::size_t> putOff_; // tasks, until when
  std::map<std::size_t, unsigned> refusals_;             // by task
  std::set<std::string> stored_;                         // hashes of files that the queue has
  std::map<std::string, Clock::time_point> workers_;
  std::set<std::string> complaints_; // that the user has heard
  Clock::time_point lastNews_ = Clock::now();
};

} // namespace raceward::batch
