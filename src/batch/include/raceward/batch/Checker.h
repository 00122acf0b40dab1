// The program that answers the tasks: how it is called and how its answer is read.
//
// The checker enforces its own limits; the runner's are a backstop some way above. An answer counts
// only if the output and the exit status agree, so that a crash after the verdict or a truncated
// object never becomes a verdict.
#pragma once

#include "raceward/base/Process.h"
#include "raceward/base/Result.h"
#include "raceward/batch/BatchResult.h"
#include "raceward/batch/BatchTask.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raceward::batch {

/// The JSON that a checker prints with `check --json -`.
constexpr int kCheckerSchema = 1;

struct CheckerSettings {
  std::string program; ///< a path, or a name to be found on PATH
  std::vector<std::string> arguments;
  double timeLimitSeconds = 0;        ///< 0: none
  std::uint64_t memoryLimitBytes = 0; ///< 0: none
  double graceSeconds = 10;           ///< time after the limit at which the runner kills a checker
  std::string witnessFolder;          ///< for witnesses of races; empty: no witnesses
  bool validate = false;              ///< let the checker validate each of them
  std::string directory;              ///< working directory of the checker; empty: the current one
};

/// `program` as a path that can be run, so that a bad one is reported before the run.
Result<std::string> findProgram(const std::string &program);

std::vector<std::string> checkerCommand(const CheckerSettings &settings, const BatchTask &task);

/// The witness of a task.
std::string witnessPath(const CheckerSettings &settings, const BatchTask &task);
std::vector<std::string> validatorCommand(const CheckerSettings &settings, const BatchTask &task);

/// Interprets the end of a checker and its output.
BatchAnswer interpretAnswer(const ProcessEnd &end, std::string_view output,
                            std::string_view errors);

/// Runs the checker on one task. Nothing if it was cancelled; an Error if the checker cannot be run
/// at all, which would affect every other task.
Result<std::optional<BatchAnswer>> runChecker(const CheckerSettings &settings,
                                              const BatchTask &task,
                                              const std::function<bool()> &cancelled);

} // namespace raceward::batch
