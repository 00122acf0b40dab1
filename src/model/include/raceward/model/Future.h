// Future: an over-approximation of a thread's remaining actions, for every schedule and all data.
//
// It includes every path through the code, every further iteration, every function that may be
// called, every return into the callers, and every thread that may be created. Locksets are the
// exception: they under-approximate, and contain the locks that are held for certain. A future
// depends on the thread's position in the code and on the locks that it holds there, so machines
// cache futures and the search compares addresses. docs/develop/pruning.md explains the
// conclusions.
#pragma once

#include "raceward/model/Event.h"

#include <vector>

namespace raceward {

struct CertainLock {
  ObjectId lock;
  bool exclusive = true; ///< false: as a reader
  auto operator<=>(const CertainLock &) const = default;
};
/// Sorted, without duplicates.
using HeldLocks = std::vector<CertainLock>;

struct FutureAccess {
  MemoryAccess access; ///< with an invalid object: any memory
  SiteId site;         ///< invalid: unknown
  /// Locks held for certain, for each group of paths to the access; never empty.
  std::vector<HeldLocks> locksets;
};

/// An operation on a lock, a semaphore or a barrier.
struct FutureMeeting {
  enum class Kind : std::uint8_t {
    Lock,
    TryLock,
    Unlock,
    ReadLock,
    TryReadLock,
    ReadUnlock,
    Post,
    Wait, ///< also attempts
    Look, ///< also attempts that fail
    Arrive,
  };
  Kind kind = Kind::Lock;
  ObjectId object; ///< invalid: any
  auto operator<=>(const FutureMeeting &) const = default;
};

/// The future of one thread.
struct Deeds {
  bool anything = false; ///< unknown future: the other members do not matter
  bool mayWait = false;  ///< a loop may wait for a write or an unlock (rule R5)
  std::vector<FutureAccess> accesses;
  std::vector<FutureMeeting> meetings;
};

struct Future {
  Deeds own;
  /// Futures of threads that it, or a thread that it creates, may still create. An entry stands for
  /// one thread; any number of threads of the same kind are two equal entries.
  std::vector<Deeds> created;
};

/// The future reported by a machine that knows nothing.
[[nodiscard]] inline const Future &anyFuture() {
  static const Future any{{.anything = true, .mayWait = true, .accesses = {}, .meetings = {}}, {}};
  return any;
}

/// Threads that hold these locksets are mutually exclusive, and the critical section of one happens
/// before that of the other.
[[nodiscard]] bool haveCommonLock(const HeldLocks &a, const HeldLocks &b);

} // namespace raceward
