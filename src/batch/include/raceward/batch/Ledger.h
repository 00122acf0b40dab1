// Ledger: the tasks of a batch, their answers, and the pending ones.
//
// The shared state between the sources of answers: the journal of an earlier run, the cache,
// processes on this machine (WorkerPool) and remote workers (FleetRun). begin() reads all programs
// to compute their content hashes, then takes answers from journal and cache; the rest is pending.
//
// Invariants: an answer counts only once it is in the journal, so that an interruption at any time
// loses no counted answer; an answer is stored for the content that was checked, so a file that
// changed during its check is counted but not stored; a failing cache costs a warning, never a
// result. record*() may be called from any thread; the user interface is called only by tell(),
// from the thread of runBatch().
//
//   begin() --> pending() --> record() for each, from any thread
#pragma once

#include "raceward/base/Result.h"
#include "raceward/batch/AnswerCache.h"
#include "raceward/batch/BatchResult.h"
#include "raceward/batch/BatchUi.h"
#include "raceward/batch/Checker.h"
#include "raceward/batch/Journal.h"
#include "raceward/batch/PackedTask.h"

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace raceward::batch {

class Ledger {
public:
  /// Optional storage besides the journal.
  struct Memory {
    AnswerCache *cache = nullptr;
    bool reuseLimits = false; ///< also reuse answers that ended at a limit
    std::string build;        ///< of the checker; empty without cache and queue
  };

  Ledger(const std::vector<BatchTask> &tasks, CheckerSettings settings, Journal &journal,
         Memory memory);

  /// Reads all programs, with `jobs` threads, and takes answers from journal and cache.
  Result<void> begin(unsigned jobs, const std::function<bool()> &interrupted, BatchUi &ui);

  /// Tasks without an answer, in order.
  [[nodiscard]] std::vector<std::size_t> pending() const;
  [[nodiscard]] const BatchTask &task(std::size_t index) const { return tasks_[index]; }
  [[nodiscard]] const CheckerSettings &settings() const { return settings_; }
  [[nodiscard]] const std::string &build() const { return memory_.build; }

  /// Reads the program of a task again: from now on its question is about this content. An Error
  /// says why it cannot be sent.
  Result<PackedTask> pack(std::size_t index);

  /// An answer from a check of the local files, with their own names. If a file changed during the
  /// check, the answer counts, but is not stored.
  Result<void> recordOwn(std::size_t index, BatchAnswer answer);
  /// An answer to the content that was packed last, in sent names.
  struct Sent {
    std::size_t index = 0;
    BatchAnswer answer;
  };
  Result<void> recordSent(const std::vector<Sent> &answers);

  /// Reports new results and warnings.
  void tell(BatchUi &ui);
  [[nodiscard]] BatchProgress progress() const;
  [[nodiscard]] std::vector<BatchResult> results() const; ///< in the order of the tasks
  [[nodiscard]] std::size_t reused() const { return reused_; }
  [[nodiscard]] std::size_t fromCache() const { return fromCache_; }

private:
  using Clock = std::chrono::steady_clock;

  /// The identity of a task in journal and cache.
  struct Question {
    std::string key;
    std::string contentHash;
    std::vector<PackedFile> files; ///< empty: the files that the check reads are not known
    std::string whyNot;            ///< the reason, in that case
  };

  [[nodiscard]] Question questionOf(std::size_t index) const;
  [[nodiscard]] std::string idOf(std::size_t index, const std::vector<PackedFile> &files) const;
  void readAll(unsigned jobs, const std::function<bool()> &interrupted);
  void takeFromJournal();
  Result<void> takeFromCache();
  void noteUnknowable(BatchUi &ui) const;
  void keep(std::size_t index, const std::vector<PackedFile> &files, const BatchAnswer &sent);
  /// Requires the lock, once there are other threads.
  void enter(std::size_t index, BatchAnswer answer);

  const std::vector<BatchTask> &tasks_;
  const CheckerSettings settings_;
  Journal &journal_;
  const Memory memory_;
  std::vector<Question> questions_; // by task; each is used by one thread at a time
  std::size_t reused_ = 0;
  std::size_t fromCache_ = 0;
  Clock::time_point start_ = Clock::now();

  mutable std::mutex mutex_;                        // guards all below
  std::vector<std::optional<BatchAnswer>> answers_; // by task
  std::vector<std::size_t> untold_;                 // finished, not yet reported
  std::vector<std::string> warnings_;
  bool cacheFailed_ = false;
  BatchCounts counts_;
  std::size_t finished_ = 0;
};

} // namespace raceward::batch
