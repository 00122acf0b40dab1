// The program that answers the tasks: how it is called and how its answer is read.
//
// The checker keeps its own limits; the runner's are a backstop some way above. An
// answer counts only if what is printed and the exit status agree, so that a crash
// after the verdict or a truncated object never becomes a verdict.
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
  double graceSeconds = 10;           ///< beyond the limit before the runner ends a checker
  std::string witnessFolder;          ///< where witnesses of races go; empty: none are wanted
  bool validate = false;              ///< let the checker follow each of them
  std::string directory;              ///< where the checker starts; empty: here
};

/// `program` as a path that can be run, so that a bad one is reported before the run.
Result<std::string> findProgram(const std::string &program);

std::vector<std::string> checkerCommand(const CheckerSettings &settings, const BatchTask &task);

/// The witness of a task.
std::string witnessPath(const CheckerSettings &settings, const BatchTask &task);
std::vector<std::string> validatorCommand(const CheckerSettings &settings, const BatchTask &task);

/// What the end of a checker and its output mean.
BatchAnswer interpretAnswer(const ProcessEnd &end, std::string_view output,
                            std::string_view errors);

/// Runs the checker on one task. Nothing if it was cancelled; an Error if the checker
/// cannot be run at all, which no other task would survive either.
Result<std::optional<BatchAnswer>> runChecker(const CheckerSettings &settings,
                                              const BatchTask &task,
                                              const std::function<bool()> &cancelled);

} // namespace raceward::batch
