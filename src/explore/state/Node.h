// Node: a state on the current run, and what is left to do there.
#pragma once

#include "raceward/explore/Progress.h"
#include "raceward/model/Machine.h"
#include "reductions/WakeupTree.h"
#include "state/SleepSet.h"

#include <algorithm>
#include <span>
#include <vector>

namespace raceward {

struct Node {
  MarkId mark;
  std::vector<ThreadId> enabled;
  std::vector<ThreadId> asleep; ///< wait for a write: their section or loop has failed
  SleepSet sleep;               ///< from above, and the steps that were taken here
  std::size_t sleepFromAbove = 0;
  bool safe = false; ///< pruning, as published: nothing that may still be done can race

  // Source sets and Flanagan–Godefroid: threads to take here, in order of discovery.
  std::vector<ThreadId> backtrack;
  std::size_t nextThread = 0;
  std::vector<Outcome> outcomes; ///< of the thread that is being taken
  std::size_t nextOutcome = 0;

  WakeupTrees::Tree wakeup = WakeupTrees::kEmpty; ///< Optimal
  std::size_t stepsDone = 0;                      ///< children that we came back from

  /// Some of what it may do here was asleep when we came.
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

/// For nodes from the root down, each entered by a step of the one before.
[[nodiscard]] FractionDone fractionDone(std::span<const Node> nodes, const WakeupTrees &trees);

} // namespace raceward
