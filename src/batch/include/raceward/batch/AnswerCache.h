// AnswerCache: answers that outlive the folder of a batch, in an SQLite file.
//
// An answer is stored under the id of its question (TaskItem), a hash of everything that the answer
// depends on: a change of program, options or checker gives another id, so nothing needs to be
// invalidated. Answers that a new run would give again (AnswerBasis::Question) are stored, and
// separately those that ended at a limit of time or memory, for users who do not want to wait for
// it again. Several threads and processes may use one file at once. Unreadable content is refused,
// never guessed: each row has a checksum, and a damaged row is deleted, and its task runs again.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/batch/BatchResult.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace raceward::batch {

class AnswerCache {
public:
  /// Creates the file if it does not exist.
  static Result<std::unique_ptr<AnswerCache>> open(const std::string &path);
  AnswerCache(const AnswerCache &) = delete;
  AnswerCache &operator=(const AnswerCache &) = delete;
  ~AnswerCache();

  /// The answer to the question with that id, in sent names.
  Result<std::optional<BatchAnswer>> find(const std::string &id);
  /// Stores the answer if it can be reused. A verdict is never replaced by a weaker answer.
  Result<void> keep(const std::string &id, const BatchAnswer &answer);

private:
  struct CloseDatabase {
    void operator()(sqlite3 *database) const;
  };
  struct EndStatement {
    void operator()(sqlite3_stmt *statement) const;
  };
  using Statement = std::unique_ptr<sqlite3_stmt, EndStatement>;

  AnswerCache(std::string path, sqlite3 *database) : path_(std::move(path)), database_(database) {}
  Result<void> prepareFile();
  Result<void> requireWhole();
  Result<void> execute(const char *sql);
  Result<std::int64_t> number(const char *sql);
  Result<Statement> prepare(const char *sql);
  [[nodiscard]] Unexpected problem() const;

  std::string path_;
  std::mutex mutex_; // guards the database
  std::unique_ptr<sqlite3, CloseDatabase> database_;
};

} // namespace raceward::batch
