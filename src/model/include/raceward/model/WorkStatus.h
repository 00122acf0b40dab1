// WorkStatus: the workers of a distributed check, and its progress.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace raceward {

struct WorkerStatus {
  std::string name; ///< "worker 1", "node7:4242"
  bool isThere = true;
  bool isBusy = false;
  std::uint64_t items = 0; ///< items that it finished
  std::uint64_t runs = 0;  ///< complete and blocked runs in these items
  double busySeconds = 0;
};

/// One item at one worker.
struct WorkSpan {
  std::uint32_t worker = 0; ///< in the list of workers
  double begin = 0;         ///< seconds since the search began
  double end = 0;
  std::uint64_t runs = 0;
  bool isLost = false; ///< no result: the worker died, or was too late
};

/// The current state.
struct WorkStatus {
  double seconds = 0; ///< since the search began
  std::vector<WorkerStatus> workers;
  std::uint64_t itemsOpen = 0;
  std::uint64_t itemsClosed = 0;
  std::uint64_t runs = 0;
  std::uint64_t blockedRuns = 0;
  std::uint64_t events = 0;
  std::uint64_t races = 0;
  /// See FractionDone: an estimate, and its lower bound on the same measure.
  double fraction = 0;
  double fractionLow = 0;
  std::uint64_t repeatedItems = 0;  ///< offered again, as no worker had answered
  std::uint64_t ignoredResults = 0; ///< duplicates, or for items that are not open
  std::vector<WorkSpan> spans;      ///< spans that ended since the previous status
};

/// Which worker was busy when, up to now.
struct WorkHistory {
  std::vector<WorkerStatus> workers;
  std::vector<WorkSpan> spans; ///< by their ends
  double seconds = 0;

  /// Call it once for each status of the search, in order.
  void add(const WorkStatus &status) {
    workers = status.workers;
    spans.insert(spans.end(), status.spans.begin(), status.spans.end());
    seconds = status.seconds;
  }
};

} // namespace raceward
