// WorkJournal: the results of a search in items, durable across any end of the process.
//
// An append-only file. Its head identifies the search (program, options, build) in lines of text;
// each further record is one item's result with a checksum. The reader stops at the first record
// that is cut off or damaged and truncates the file there: those items are searched again, which is
// always safe, as a result depends on its item alone. So a record needs no transaction, only the
// order append, sync, use: the coordinator syncs before it relies on a result. The tree itself is
// not stored; adding the records to a new WorkTree rebuilds it. The file is locked: one process at
// a time.
//
//   raceward-journal 1
//   program 5e88...
//   <empty line>
//   records: length, checksum, bytes
#pragma once

#include "raceward/base/Result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace raceward {

/// The identity of a search: names with their values, in order.
using JournalAbout = std::vector<std::pair<std::string, std::string>>;

class WorkJournal {
public:
  struct Record {
    std::string id;
    std::string bytes;
  };

  /// Creates a file; an Error if it exists.
  static Result<std::unique_ptr<WorkJournal>> create(const std::string &path,
                                                     const JournalAbout &about);
  /// Opens an existing file. An Error if its head is that of another search, with the difference.
  static Result<std::unique_ptr<WorkJournal>> open(const std::string &path,
                                                   const JournalAbout &about);
  WorkJournal(const WorkJournal &) = delete;
  WorkJournal &operator=(const WorkJournal &) = delete;
  ~WorkJournal();

  /// The records that the file had when it was opened.
  [[nodiscard]] const std::vector<Record> &records() const { return records_; }
  /// Bytes at the end that were not valid records.
  [[nodiscard]] std::uint64_t lostBytes() const { return lostBytes_; }

  Result<void> append(const std::string &id, std::string_view bytes);
  /// The records are on disk when it returns.
  Result<void> sync();

private:
  WorkJournal(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  static Result<std::unique_ptr<WorkJournal>> locked(const std::string &path, int flags);
  [[nodiscard]] Unexpected refused(const char *what) const;

  std::string path_;
  int fd_;
  bool isDirty_ = false;
  std::vector<Record> records_;
  std::uint64_t lostBytes_ = 0;
};

} // namespace raceward
