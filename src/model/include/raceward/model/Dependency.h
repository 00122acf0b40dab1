// Dependency: which steps of two threads may not be swapped.
//
// The relation is symmetric. Dependency decides which runs are equivalent, and the question decides
// the dependency (docs/develop/search.md): for the existence of a race, the order of
// synchronisation is enough; for all races and all final states every conflicting access counts. An
// Await depends on every write of its addresses. Creation and join need no clause: the order of a
// creation, the thread's events, and its join is the same in every run. Nor does a Pass: no arrival
// that it waits for can come after it, and later arrivals do not affect it. A fence orders only its
// own thread.
#pragma once

#include "raceward/model/Event.h"

namespace raceward {

enum class Dependency : std::uint8_t {
  Synchronisation, ///< locks, semaphores, barriers, conflicting atomics and sections
  EveryConflict,   ///< these, and conflicting plain accesses
};

[[nodiscard]] bool dependent(const Event &a, const Event &b, Dependency dependency);

/// Whether the order of two operations of one lock, semaphore or barrier by two threads matters.
/// Readers of a lock are independent of each other, as are failed attempts, posts, and looks.
[[nodiscard]] bool dependentAtMeetingPoint(const Action &a, const Action &b);

/// The memory clause of dependent() alone.
[[nodiscard]] bool conflictingAccesses(const Action &a, const Action &b, Dependency dependency);

} // namespace raceward
