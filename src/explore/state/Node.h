// Node: a state on the current run, and the threads that the search takes there.
#pragma once

#include "raceward/model/Machine.h"
#include "state/SleepSet.h"

#include <algorithm>
#include <vector>

namespace raceward {

struct Node {
  MarkId mark;
  std::vector<ThreadId> enabled;
  std::vector<ThreadId> asleep; ///< wait for a write: their section or loop has failed
  SleepSet sleep;               ///< from above, and the steps that were taken here
  std::size_t sleepFromAbove = 0;
  bool safe = false; ///< pruning, as published: no operation that may still follow can race

  std::vector<ThreadId> backtrack; ///< threads to take here, in order of discovery
  std::size_t nextThread = 0;
  std::vector<Outcome> outcomes; ///< of the thread that is being taken
  std::size_t nextOutcome = 0;
  std::size_t stepsDone = 0; ///< children that the search has returned from

  /// Threads and outcomes that are taken here and not begun.
  [[nodiscard]] std::size_t waiting() const {
    return (outcomes.size() - nextOutcome) + (backtrack.size() - nextThread);
  }
  /// Some of the thread's next steps were asleep when the search arrived here.
  [[nodiscard]] bool cameAsleep(ThreadId thread) const {
    const std::vector<Event> &entries = sleep.entries();
    return std::any_of(entries.begin(),
                       entries.begin() + static_cast<std::ptrdiff_t>(sleepFromAbove),
                       [&](const Event &entry) { return entry.thread == thread; });
  }
  bool contains(const std::vector<ThreadId> &threads, ThreadId thread) const {
    return std::find(threads.begin(), threads.end(), thread) != threads.end();
  }
  void addBacktrack(ThreadId thread) {
    if (!contains(backtrack, thread))
      backtrack.push_back(thread);
  }
};

} // namespace raceward
