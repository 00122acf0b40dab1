// The journal of a batch: what is finished, safe against any end of the process.
//
// journal.jsonl in the output folder. Its first line binds it to the options that
// matter; each further line is one finished task, written and synced to disk before
// the next task of that worker begins. A torn last line, as `kill -9` or a full disk
// leave it, is cut off when the journal is opened again. One process at a time: the
// file is locked.
//
//   open() --> find() what is finished; then append() from any thread
#pragma once

#include "raceward/base/Result.h"
#include "raceward/batch/BatchResult.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace raceward::batch {

/// What makes answers comparable. Task lists and the number of jobs are not part of it.
struct JournalBinding {
  std::string property;
  double timeLimitSeconds = 0;
  std::uint64_t memoryLimitBytes = 0;
  std::string checkerPath; ///< only for messages: the content counts
  std::string checkerHash;
  std::vector<std::string> checkerArguments;

  /// In words, what `earlier` had differently; empty if its answers are good for us.
  [[nodiscard]] std::vector<std::string> differencesFrom(const JournalBinding &earlier) const;
};

struct JournalEntry {
  std::string contentHash;
  BatchAnswer answer;
};

enum class JournalStart : std::uint8_t { Resume, Fresh };

class Journal {
public:
  /// Creates or resumes the journal in a folder that exists.
  static Result<std::unique_ptr<Journal>> open(const std::string &folder,
                                               const JournalBinding &binding, JournalStart start);
  Journal(const Journal &) = delete;
  Journal &operator=(const Journal &) = delete;
  ~Journal();

  /// The answer of an earlier run to the same question about the same content.
  [[nodiscard]] const JournalEntry *find(const std::string &key,
                                         const std::string &contentHash) const;
  /// Lines that could not be read and were ignored: their tasks run again.
  [[nodiscard]] std::size_t damagedLines() const { return damagedLines_; }

  /// On disk when it returns.
  Result<void> append(const std::string &key, const JournalEntry &entry);
  /// Several by their keys, with one wait for the disk.
  Result<void> append(const std::vector<std::pair<std::string, JournalEntry>> &entries);

private:
  Journal(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  Result<void> load(const JournalBinding &binding);
  Result<void> write(const std::string &lines);

  std::string path_;
  int fd_;
  std::mutex mutex_;
  std::map<std::string, JournalEntry> earlier_;
  std::size_t damagedLines_ = 0;
};

} // namespace raceward::batch
