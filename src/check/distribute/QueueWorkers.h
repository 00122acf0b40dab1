// QueueWorkers: workers anywhere, behind a queue.
//
// The queue may lose what it carries, and workers die. An item that nobody has answered and nobody
// says to be at is offered again: late while workers have enough to do, as it may still wait for
// one of them, and soon when some have nothing to do.
#pragma once

#include "SearchWorkers.h"
#include "Stopwatch.h"
#include "raceward/check/ExploreTask.h"
#include "raceward/queue/Queue.h"

#include <map>
#include <memory>

namespace raceward {

class QueueWorkers final : public SearchWorkers {
public:
  /// Connects, and sends the program there.
  static Result<std::unique_ptr<SearchWorkers>>
  make(const Program &program, const ExploreTask &task, const std::string &search);
  /// `bundle` names what was stored for the workers.
  QueueWorkers(std::unique_ptr<Queue> queue, std::string topic, std::string bundle,
               std::chrono::milliseconds patience, SecondsClock clock = stopwatch());

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
    std::uint64_t number = 0; ///< in the order of giving
    unsigned offers = 0;
    double lastHeard = 0; ///< of it: offered, or somebody said to be at it
  };
  struct Worker {
    WorkerStatus status;
    double lastHeard = 0;
    std::string item;    ///< that it says to be at; empty: none
    double itemAt = 0;   ///< since when
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
  double nextLook_ = 0; ///< for what to offer again
  std::uint64_t given_ = 0;
  std::map<std::string, Task> tasks_; ///< by id
  std::vector<WorkOffer> toOffer_;    ///< with the next collect()
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<Worker> workers_;
  std::uint64_t repeated_ = 0;
  SecondsClock now_;
};

} // namespace raceward
