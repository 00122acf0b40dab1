// WorkStatus: who works on a check that is shared out, and how far it has come.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace raceward {

struct WorkerStatus {
  std::string name; ///< "worker 1", "node7:4242"
  bool isThere = true;
  bool isBusy = false;
  std::uint64_t items = 0; ///< that it finished
  std::uint64_t runs = 0;  ///< in these, complete and blocked
  double busySeconds = 0;
};

/// One item at one worker.
struct WorkSpan {
  std::uint32_t worker = 0; ///< in the list of workers
  double begin = 0;         ///< seconds since the search began
  double end = 0;
  std::uint64_t runs = 0;
  bool isLost = false; ///< nothing came of it: the worker died, or was too late
};

/// As of now.
struct WorkStatus {
  double seconds = 0; ///< since the search began
  std::vector<WorkerStatus> workers;
  std::uint64_t itemsOpen = 0;
  std::uint64_t itemsClosed = 0;
  std::uint64_t runs = 0;
  std::uint64_t blockedRuns = 0;
  std::uint64_t events = 0;
  std::uint64_t races = 0;
  /// See FractionDone: a guess, and what the share cannot fall below on the same measure.
  double fraction = 0;
  double fractionLow = 0;
  std::uint64_t repeatedItems = 0;  ///< given out again, as nobody had answered
  std::uint64_t ignoredResults = 0; ///< that came twice, or for nothing that is open
  std::vector<WorkSpan> spans;      ///< that ended since the status before
};

/// Who worked when, up to now.
struct WorkHistory {
  std::vector<WorkerStatus> workers;
  std::vector<WorkSpan> spans; ///< by their ends
  double seconds = 0;

  /// Each status of the search once, in their order.
  void add(const WorkStatus &status) {
    workers = status.workers;
    spans.insert(spans.end(), status.spans.begin(), status.spans.end());
    seconds = status.seconds;
  }
};

} // namespace raceward
