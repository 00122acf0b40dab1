// The journal of a batch: the finished tasks, durable across any end of the process.
//
// journal.jsonl in the output folder. Its first line binds it to the relevant options; each further
// line is one finished task, written and synced to disk before the next task of that worker begins.
// An incomplete last line, after `kill -9` or on a full disk, is cut off when the journal is opened
// again; other unreadable lines are skipped, and their tasks run again. An answer is reused only
// for the same key and the same content hash. One process at a time: the file is locked.
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

/// The options that make answers comparable. Task lists and the number of jobs are not included.
struct JournalBinding {
  std::string property;
  double timeLimitSeconds = 0;
  std::uint64_t memoryLimitBytes = 0;
  std::string checkerPath; ///< only for messages: the content counts
  std::string checkerHash;
  std::vector<std::string> checkerArguments;

  /// The differences to `earlier` in words; empty if its answers can be reused.
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
  /// Unreadable lines, which were ignored: their tasks run again.
  [[nodiscard]] std::size_t damagedLines() const { return damagedLines_; }

  /// The entry is on disk when it returns.
  Result<void> append(const std::string &key, const JournalEntry &entry);
  /// Several by their keys, with one sync.
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
