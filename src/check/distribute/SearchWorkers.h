// SearchWorkers: the workers of a shared search, on this machine or elsewhere.
//
// The coordinator's only view of its workers. Items are given one by one, results are collected in
// any order, and nothing is promised: an item may be searched twice, its result may be malformed or
// never come. The crew repeats items that it knows to be lost; the coordinator checks every result
// (WorkTree::add) and asks for a repetition of those that it refuses. So a crew can lose time, but
// not correctness. LocalWorkers uses processes of this machine, QueueWorkers workers behind a
// queue.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/explore/WorkTree.h"
#include "raceward/model/WorkStatus.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace raceward {

class SearchWorkers {
public:
  virtual ~SearchWorkers() = default;

  /// Whether give() may be called.
  [[nodiscard]] virtual bool canTake() const = 0;
  virtual Result<void> give(const WorkTree::Issued &issued) = 0;

  /// Have it searched again: its result was not usable.
  virtual Result<void> repeat(const WorkTree::Issued &issued) = 0;

  struct Arrived {
    std::string id;
    std::string result; ///< bytes
    WorkSpan span;      ///< the worker and the time; the number of runs is in the result
    /// To be called once the result is durable, or not needed; may be empty.
    std::function<void()> stored;
  };
  struct Collected {
    std::vector<Arrived> arrived;
    std::vector<WorkSpan> lost; ///< work without a result
  };
  /// The results that have arrived, after waiting this long for the first. They are untrusted.
  virtual Result<Collected> collect(std::chrono::milliseconds wait) = 0;

  /// The remaining results are no longer needed.
  virtual void dismiss() {}

  /// The workers, by the numbers in spans; only their current work.
  [[nodiscard]] virtual std::vector<WorkerStatus> workers() const = 0;
  [[nodiscard]] virtual std::uint64_t repeatedItems() const = 0;
};

} // namespace raceward
