// LocalWorkers: worker processes of this machine.
//
// Each process of the ProcessPool has one item at a time. If it dies, the item goes to another one;
// after kMostDeaths crashes (or at once if memory ran out) the crew answers with a result that ends
// the item, so that the search ends with a gap instead of crashing for ever.
#pragma once

#include "ProcessPool.h"
#include "SearchWorkers.h"
#include "raceward/base/Deadline.h"
#include "raceward/check/ExploreTask.h"

#include <deque>
#include <map>

namespace raceward {

class LocalWorkers final : public SearchWorkers {
public:
  /// Both must outlive it.
  LocalWorkers(const Program &program, const ExploreTask &task, unsigned size);

  [[nodiscard]] bool canTake() const override;
  Result<void> give(const WorkTree::Issued &issued) override;
  Result<void> repeat(const WorkTree::Issued &issued) override;
  Result<Collected> collect(std::chrono::milliseconds wait) override;
  [[nodiscard]] std::vector<WorkerStatus> workers() const override;
  [[nodiscard]] std::uint64_t repeatedItems() const override { return repeated_; }

private:
  struct Task {
    WorkTree::Issued issued;
    unsigned deaths = 0; ///< crashes of workers while searching it
  };
  Result<void> start(unsigned member, Task task);

  ProcessPool processes_;
  std::map<unsigned, Task> atWork_; ///< by member
  std::deque<Task> again_;
  std::vector<WorkerStatus> workers_;
  std::vector<double> begun_; ///< by member
  std::uint64_t repeated_ = 0;
  SecondsClock now_ = systemClock();
};

} // namespace raceward
