// Ledger: what a batch asks, what is answered, and what is left to do.
//
// An answer counts once it is in the journal. Answers come from the journal of an earlier run,
// from the cache, and from whoever checks the rest: processes here (WorkerPool) or workers
// elsewhere (FleetRun).
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
  /// What there is besides the journal; none of it is needed.
  struct Memory {
    AnswerCache *cache = nullptr;
    bool reuseLimits = false; ///< also answers that ended at a limit
    std::string build;        ///< of the checker; empty if neither cache nor queue is wanted
  };

  Ledger(const std::vector<BatchTask> &tasks, CheckerSettings settings, Journal &journal,
         Memory memory);

  /// Reads all programs, with as many threads, and takes what is answered already.
  Result<void> begin(unsigned jobs, const std::function<bool()> &interrupted, BatchUi &ui);

  /// Tasks without an answer, in order.
  [[nodiscard]] std::vector<std::size_t> pending() const;
  [[nodiscard]] const BatchTask &task(std::size_t index) const { return tasks_[index]; }
  [[nodiscard]] const CheckerSettings &settings() const { return settings_; }
  [[nodiscard]] const std::string &build() const { return memory_.build; }

  /// Reads the program of a task anew: from here on its question is about this content. An Error
  /// says why it cannot be sent anywhere.
  Result<PackedTask> pack(std::size_t index);

  /// An answer by a check of the files as they lie here, in their own names. What changed while
  /// it was checked counts, but is not remembered.
  Result<void> recordOwn(std::size_t index, BatchAnswer answer);
  /// An answer to the content that was packed last, in sent names.
  struct Sent {
    std::size_t index = 0;
    BatchAnswer answer;
  };
  Result<void> recordSent(const std::vector<Sent> &answers);

  /// Tells what is new.
  void tell(BatchUi &ui);
  [[nodiscard]] BatchProgress progress() const;
  [[nodiscard]] std::vector<BatchResult> results() const; ///< in the order of the tasks
  [[nodiscard]] std::size_t reused() const { return reused_; }
  [[nodiscard]] std::size_t fromCache() const { return fromCache_; }

private:
  using Clock = std::chrono::steady_clock;

  /// What one task needs to be found again and remembered.
  struct Question {
    std::string key;
    std::string contentHash;
    std::vector<PackedFile> files; ///< empty: it cannot be known what the check reads
    std::string whyNot;            ///< then
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
  std::vector<std::size_t> untold_;                 // finished, not yet told to the user
  std::vector<std::string> warnings_;
  bool cacheFailed_ = false;
  BatchCounts counts_;
  std::size_t finished_ = 0;
};

} // namespace raceward::batch
