// QueueWorkers: remote workers, behind a queue.
//
// The queue may lose messages, and workers may die. Workers send notices (heartbeats) with their
// current item. An item without result or heartbeat is re-offered: late (twice the patience) while
// all workers are busy, as it may still be queued, and early for as many items as there are idle
// workers. Each offer has a number of its own, so that the queue does not drop it as a duplicate.
//
// A re-offered item may be searched twice; that is harmless, as both results are equal and one
// counts. An answer is acknowledged (stored()) only after the coordinator has journalled it, so
// that a crash of the coordinator loses nothing that a resumed check could not get again.
#pragma once

#include "SearchWorkers.h"
#include "raceward/base/Deadline.h"
#include "raceward/check/ExploreTask.h"
#include "raceward/queue/Queue.h"

#include <map>
#include <memory>

namespace raceward {

class QueueWorkers final : public SearchWorkers {
public:
  /// Connects, and uploads the program.
  static Result<std::unique_ptr<SearchWorkers>>
  make(const Program &program, const ExploreTask &task, const std::string &search);
  /// `bundle` names what was stored for the workers.
  QueueWorkers(std::unique_ptr<Queue> queue, std::string topic, std::string bundle,
               std::chrono::milliseconds patience, SecondsClock clock = systemClock());

  [[nodiscard]] bool canTake() const override { return true; }
  Result<void> give(const WorkTree::Issued &issued) override;
  Result<void> repeat(const WorkTree::Issued &issued) override;
  Result<Collected> collect(std::chrono::milliseconds wait) override;
  void dismiss() override;
  [[nodiscard]] std::vector<WorkerStatus> workers() const override;
  [[nodiscard]] std::uint64_t repeatedItems() const override { return repeated_; }

private:
  struct Task {
    WorkTree::Issued issued;
    std::uint64_t number = 0; ///< in the order of give()
    unsigned offers = 0;
    double lastHeard = 0; ///< time of the last offer or heartbeat
  };
  struct Worker {
    WorkerStatus status;
    double lastHeard = 0;
    std::string item;    ///< its current item; empty: none
    double itemAt = 0;   ///< when it began
    bool isIdle = false; ///< it asked for work and got none
  };
  void offer(Task &task);
  void offerAgain();
  void offerSilentFor(double seconds, std::size_t most);
  void listen(std::vector<WorkSpan> &lost);
  Worker &workerNamed(const std::string &name);
  [[nodiscard]] WorkSpan spanOf(const Worker &worker, double begin, double end) const;

  std::unique_ptr<Queue> queue_;
  std::string topic_;
  std::string bundle_;
  double patience_;     ///< seconds
  double nextLook_ = 0; ///< for items to re-offer
  std::uint64_t given_ = 0;
  std::map<std::string, Task> tasks_; ///< by id
  std::vector<WorkOffer> toOffer_;    ///< with the next collect()
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<Worker> workers_;
  std::uint64_t repeated_ = 0;
  SecondsClock now_;
};

} // namespace raceward
