// SleepSet: steps whose continuations were all visited before.
//
// An entry is a step together with its outcome (rule R6): a thread sleeps as a whole only
// when each of its outcomes does. Godefroid, "Partial-Order Methods" (1996).
#pragma once

#include "raceward/model/Dependency.h"

#include <vector>

namespace raceward {

class SleepSet {
public:
  void clear() { entries_.clear(); }
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  void add(const Event &step) { entries_.push_back(step); }

  [[nodiscard]] bool contains(ThreadId thread, Outcome outcome) const {
    for (const Event &entry : entries_)
      if (entry.thread == thread && (entry.outcome == outcome || mutated(Mutation::SleepOutcomes)))
        return true;
    return false;
  }

  [[nodiscard]] bool containsAny(ThreadId thread) const {
    for (const Event &entry : entries_)
      if (entry.thread == thread)
        return true;
    return false;
  }

  /// Keeps the entries of the parent that stay asleep when `step` is performed.
  void keepIndependent(const SleepSet &parent, const Event &step, Dependency dependency) {
    entries_.clear();
    if (mutated(Mutation::SleepInherited))
      return;
    for (const Event &entry : parent.entries_)
      if (!dependent(entry, step, dependency) || mutated(Mutation::SleepWaking))
        entries_.push_back(entry);
  }

  [[nodiscard]] const std::vector<Event> &entries() const { return entries_; }

private:
  std::vector<Event> entries_;
};

} // namespace raceward
