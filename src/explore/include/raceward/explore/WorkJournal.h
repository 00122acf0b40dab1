// WorkJournal: the results of a search in items, safe against any end of the process.
//
// A file that only grows. Its beginning binds it to what the search is about, in lines of text;
// each further record is one result with a checksum. What was cut off or damaged, and all behind
// it, is as if it had never been: those items are searched again. One process at a time: the file
// is locked.
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

/// What a journal is about: names with their values, in order.
using JournalAbout = std::vector<std::pair<std::string, std::string>>;

class WorkJournal {
public:
  struct Record {
    std::string id;
    std::string bytes;
  };

  /// A new file; one that is there is an Error.
  static Result<std::unique_ptr<WorkJournal>> create(const std::string &path,
                                                     const JournalAbout &about);
  /// Goes on with one. An Error if it is about something else, with what differs.
  static Result<std::unique_ptr<WorkJournal>> open(const std::string &path,
                                                   const JournalAbout &about);
  WorkJournal(const WorkJournal &) = delete;
  WorkJournal &operator=(const WorkJournal &) = delete;
  ~WorkJournal();

  /// What was there when it was opened.
  [[nodiscard]] const std::vector<Record> &records() const { return records_; }
  /// Bytes at the end that were no records.
  [[nodiscard]] std::uint64_t lostBytes() const { return lostBytes_; }

  Result<void> append(const std::string &id, std::string_view bytes);
  /// On disk when it returns.
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
