// Runs the tasks, several at once, and keeps what they answer.
//
// Workers take the tasks in order; each answer is in the journal before its worker
// takes the next. The thread that calls run() does nothing but watch and tell the
// user, so that the user interface needs no locks.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/batch/BatchResult.h"
#include "raceward/batch/BatchUi.h"
#include "raceward/batch/Checker.h"
#include "raceward/batch/Journal.h"

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
  struct Outcome {
    std::vector<BatchResult> results; ///< in the order of the tasks
    std::size_t reused = 0;           ///< of these, taken from the journal
    bool interrupted = false;
  };

  WorkerPool(const std::vector<BatchTask> &tasks, CheckerSettings settings, Journal &journal);

  /// Called once. An Error means that no further task could run; the journal keeps what
  /// was finished.
  Result<Outcome> run(unsigned jobs, const std::function<bool()> &interrupted, BatchUi &ui);

private:
  using Clock = std::chrono::steady_clock;

  /// What one task needs to be found again and remembered.
  struct Question {
    std::string key;
    std::string contentHash;
  };

  void takeFromJournal();
  void work();
  void watch(const std::function<bool()> &interrupted, BatchUi &ui);
  /// Requires the lock.
  [[nodiscard]] BatchProgress progress() const;

  const std::vector<BatchTask> &tasks_;
  const CheckerSettings settings_;
  Journal &journal_;
  std::vector<Question> questions_;  // by task
  std::vector<std::size_t> pending_; // tasks to run, in order
  std::size_t reused_ = 0;
  Clock::time_point start_ = Clock::now();
  bool interrupted_ = false;

  std::atomic<bool> stop_ = false;
  std::mutex mutex_; // guards all below
  std::condition_variable changed_;
  std::size_t next_ = 0; // into pending_
  std::map<std::size_t, Clock::time_point> running_;
  std::vector<std::optional<BatchAnswer>> answers_; // by task
  std::vector<std::size_t> untold_;                 // finished, not yet told to the user
  BatchCounts counts_;
  std::size_t finished_ = 0;
  std::size_t workers_ = 0;
  std::optional<Error> failure_;
};

} // namespace raceward::batch
