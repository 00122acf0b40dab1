// FleetRun: gives the tasks of a batch to remote workers, over a queue.
//
// A loop: offer some tasks, collect answers into the ledger, listen to the notices of workers,
// re-offer lost tasks. Only as many tasks are offered as keep the workers seen so far busy. The
// files of a task are stored as blobs by content hash; a task with the same question as an open one
// is answered along with it.
//
// The queue may lose, duplicate and delay messages, so nothing relies on it. A task is answered
// when its answer is in the journal; an answer is acknowledged only after that. An answer belongs
// to a question with all its content (TaskItem), so that the first one counts, a late one is as
// good as any other, and answers to other questions are ignored. Tasks without news for a time are
// offered again; refused tasks are offered again after a pause that doubles. docs/use/fleet.md.
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
  bool forget = false; ///< discard what an earlier run left in the queue
  /// A task without news for this long counts as lost.
  std::chrono::milliseconds silence{60'000};
  /// Pause before a refused task is offered again; doubled each time.
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

  /// One open question; several tasks may ask it.
  struct Item {
    std::vector<PackedFile> files;
    std::vector<std::size_t> tasks;
    Clock::time_point heard;   ///< time of the last offer or notice
    Clock::time_point started; ///< when a worker began, as far as is known
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
  std::vector<std::size_t> tasks_;              // to do, in order
  std::size_t next_ = 0;                        // index of the next task to offer
  std::map<std::string, Item> open_;            // by id
  std::map<std::string, BatchAnswer> answered_; // by id, in sent names
  std::multimap<Clock::time_point, std::size_t>
      putOff_;                               // refused tasks, by the time of the next offer
  std::map<std::size_t, unsigned> refusals_; // by task
  std::set<std::string> stored_;             // hashes of files in the queue
  std::map<std::string, Clock::time_point> workers_;
  std::set<std::string> complaints_; // warnings that were shown
  Clock::time_point lastNews_ = Clock::now();
};

} // namespace raceward::batch
