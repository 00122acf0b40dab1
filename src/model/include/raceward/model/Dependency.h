// Dependency: which steps of two threads may not be swapped.
//
// The relation is symmetric. What depends decides which runs count as equivalent, so the
// question decides what depends (docs/search.md): to learn whether there is any race,
// the order of synchronisation is enough; for all races and all final states every
// conflicting access counts. An Await depends on every write of what it waits for. Creation and
// join have no clause here: no two runs differ in the order of a creation, the events of the
// thread, and a join with it. Nor has a Pass: no arrival that it waits for can come after it, and
// those that can change nothing for it. A fence orders what its own thread does.
#pragma once

#include "raceward/model/Event.h"

namespace raceward {

enum class Dependency : std::uint8_t {
  Synchronisation, ///< locks, semaphores, barriers, conflicting atomics and sections
  EveryConflict,   ///< these, and conflicting plain accesses
};

[[nodiscard]] bool dependent(const Event &a, const Event &b, Dependency dependency);

/// Whether the order of two operations of one lock, semaphore or barrier by two threads matters.
/// Readers of a lock do not see each other, nor do failed attempts, posts, or looks.
[[nodiscard]] bool dependentAtMeetingPoint(const Action &a, const Action &b);

/// The memory clause of dependent() alone.
[[nodiscard]] bool conflictingAccesses(const Action &a, const Action &b, Dependency dependency);

} // namespace raceward
