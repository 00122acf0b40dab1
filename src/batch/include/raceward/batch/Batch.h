// A batch: many tasks, one checker, results that can be compared.
//
// Each task runs the checker in a process of its own, several at once, on this machine or by remote
// workers. Finished tasks are in a journal in the output folder; the same call later continues
// where this one stopped, whether by Ctrl-C, kill -9 or a power cut. At the end (and after an
// interruption) the folder has results.csv, results.json and report.html.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/batch/BatchResult.h"
#include "raceward/batch/BatchUi.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace raceward {

class Queue;

struct BatchOptions {
  /// CSV lists, YAML task definitions, or folders that are searched for definitions.
  std::vector<std::string> taskFiles;
  std::string checker; ///< the program to run, normally raceward itself
  /// Passed to `checker check` before the files.
  std::vector<std::string> checkerArguments;
  unsigned jobs = 1;
  double timeLimitSeconds = 60;       ///< for each task; 0: none
  std::uint64_t memoryLimitBytes = 0; ///< for each task; 0: none
  /// Time after its limit at which the runner kills a checker.
  double graceSeconds = 10;
  std::string outputDirectory;  ///< created if it does not exist
  std::string witnessDirectory; ///< for witnesses of races; empty: no witnesses
  bool validate = false;        ///< validate each of them
  std::string property = "no-data-race";
  std::string compareWith; ///< a second result file; may be empty
  std::string compareTool; ///< which tool of it
  bool fresh = false;      ///< discard the results of an earlier run
  /// Answers that outlive the output folder; empty: none, or with a queue a file in that folder.
  std::string cacheFile;
  bool reuseLimits = false; ///< also reuse answers from the cache that ended at a limit
  /// For remote workers; null: all tasks run here.
  Queue *queue = nullptr;
  /// Polled by the thread of runBatch(); true ends the run early and in order. See InterruptGuard.
  std::function<bool()> interrupted;
};

struct BatchSummary {
  std::size_t tasks = 0;    ///< all requested tasks
  std::size_t finished = 0; ///< of these, with a result
  std::size_t reused = 0;   ///< of these, from an earlier run
  std::size_t fromCache = 0;
  bool interrupted = false;
  BatchCounts counts; ///< over the finished
  std::string resultsCsv;
  std::string resultsJson;
  std::string report;

  [[nodiscard]] bool anyWrong() const { return counts.wrong() > 0; }
};

/// An Error means that there are no results: bad options, an unreadable list, a checker that cannot
/// be run. A task that fails is a result.
Result<BatchSummary> runBatch(const BatchOptions &options, BatchUi &ui);

} // namespace raceward
