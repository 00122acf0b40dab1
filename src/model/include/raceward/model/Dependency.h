// Dependency: which steps of two threads may not be swapped.
//
// The relation is symmetric. What depends decides which runs count as equivalent, so the
// question decides what depends (docs/search.md): to learn whether there is any race,
// the order of synchronisation is enough; for all races and all final states every
// conflicting access counts. An Await depends on every write of what it waits for, and a
// failed trylock on all operations of the mutex but other failed ones. Creation and join have
// no clause here: no two runs differ in the order of a creation, the events of the thread, and
// a join with it.
#pragma once

#include "raceward/model/Event.h"

namespace raceward {

enum class Dependency : std::uint8_t {
  Synchronisation, ///< mutexes, conflicting atomics and sections
  EveryConflict,   ///< these, and conflicting plain accesses
};

[[nodiscard]] bool dependent(const Event &a, const Event &b, Dependency dependency);

/// The memory clause of dependent() alone.
[[nodiscard]] bool conflictingAccesses(const Action &a, const Action &b, Dependency dependency);

} // namespace raceward
