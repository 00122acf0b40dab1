// The result of a task, and its score.
#pragma once

#include "raceward/batch/BatchTask.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace raceward {

/// Error: no trustworthy answer, such as after a crash.
enum class BatchVerdict : std::uint8_t { RaceFree, Race, Unknown, Error };

enum class BatchClass : std::uint8_t { Right, Wrong, Unknown, Error, NoExpectation };

/// Reason for a missing verdict: the checker's first reason, or the runner's own. Of a race-free:
/// what it assumes of functions that are not known.
struct BatchReason {
  std::string kind; ///< "suspects-left", "bad-input", "crash" …
  std::string message;
  std::string file;
  std::uint64_t line = 0; ///< 0: none
};

/// What an answer depends on, and hence whether it can be reused.
enum class AnswerBasis : std::uint8_t {
  Question,     ///< the program, the options and the checker: every run gives it
  Limits,       ///< also the machine: time or memory ran out
  Circumstance, ///< other causes, such as a crash
};

/// The answer of a run of the checker; independent of the expected one.
struct BatchAnswer {
  BatchVerdict verdict = BatchVerdict::Error;
  std::optional<BatchReason> reason;
  /// For a race, if witnesses are requested: "confirmed", "not confirmed", "unknown", "written"
  /// (and not validated), "none" or "error".
  std::string witness;
  AnswerBasis basis = AnswerBasis::Circumstance;
  // Measured by the runner, not reported by the checker.
  double cpuSeconds = 0;
  double wallSeconds = 0;
  std::uint64_t peakBytes = 0;
};

struct BatchResult {
  BatchTask task;
  BatchAnswer answer;

  [[nodiscard]] BatchClass resultClass() const;
};

BatchClass classify(BatchVerdict verdict, BatchExpectation expected);
/// +2 and +1 for a right race-free and race, -32 and -16 for a wrong one, otherwise 0.
int scoreOf(BatchVerdict verdict, BatchExpectation expected);
/// The score of the right answer.
int bestScore(BatchExpectation expected);

/// "race-free", "race", "unknown", "error".
std::string toText(BatchVerdict verdict);
std::optional<BatchVerdict> parseVerdict(std::string_view text);
/// "question", "limits", "circumstance".
std::string toText(AnswerBasis basis);
/// Unknown text is Circumstance.
AnswerBasis parseBasis(std::string_view text);
/// "right", "wrong", "unknown", "error", "no-expectation".
std::string toText(BatchClass resultClass);
std::optional<BatchClass> parseClass(std::string_view text);

struct BatchCounts {
  std::size_t rightRaceFree = 0;
  std::size_t rightRace = 0;
  std::size_t wrongRaceFree = 0; ///< race-free for a program with a race
  std::size_t wrongRace = 0;
  std::size_t unknown = 0;
  std::size_t error = 0;
  std::size_t noExpectation = 0;
  std::size_t witnesses = 0; ///< races for which one was requested
  std::size_t confirmed = 0; ///< of these
  int score = 0;
  int bestScore = 0;
  double cpuSeconds = 0;

  void add(const BatchResult &result);
  [[nodiscard]] std::size_t right() const { return rightRaceFree + rightRace; }
  [[nodiscard]] std::size_t wrong() const { return wrongRaceFree + wrongRace; }
  [[nodiscard]] std::size_t total() const {
    return right() + wrong() + unknown + error + noExpectation;
  }
};

} // namespace raceward
