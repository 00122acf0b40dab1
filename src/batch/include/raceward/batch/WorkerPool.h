// Runs tasks in processes on this machine, several at once.
//
// Workers take the tasks in order; each answer is in the journal before its worker takes the next.
// The thread that calls run() only watches and updates the user interface, which therefore needs no
// locks.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/batch/BatchUi.h"
#include "raceward/batch/Ledger.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace raceward::batch {

class WorkerPool {
public:
  /// Runs all tasks that are pending now.
  explicit WorkerPool(Ledger &ledger) : ledger_(ledger), pending_(ledger.pending()) {}

  /// Called once; true if it was interrupted. An Error means that no further task could run; the
  /// journal keeps the finished ones.
  Result<bool> run(unsigned jobs, const std::function<bool()> &interrupted, BatchUi &ui);

private:
  using Clock = std::chrono::steady_clock;

  void work();
  void watch(const std::function<bool()> &interrupted, BatchUi &ui);
  /// Requires the lock.
  [[nodiscard]] BatchProgress progress() const;

  Ledger &ledger_;
  const std::vector<std::size_t> pending_; // tasks to run, in order
  bool interrupted_ = false;

  std::atomic<bool> stop_ = false;
  std::mutex mutex_; // guards all below
  std::condition_variable changed_;
  std::size_t next_ = 0; // into pending_
  std::map<std::size_t, Clock::time_point> running_;
  std::size_t workers_ = 0;
  std::optional<Error> failure_;
};

} // namespace raceward::batch
