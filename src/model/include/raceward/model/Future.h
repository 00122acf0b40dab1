// Future: what a thread may still do from where it stands, whatever the schedule and data.
//
// More than it will do: every way through the code counts, every further iteration, every
// function that may be called, every return into the callers, and every thread that may be
// created. Only locks are a promise: a lockset has what is held for certain. It depends on where
// the thread stands in the code and on the locks that it holds there, so machines keep it and the
// search compares addresses. docs/pruning.md says what the search concludes from it.
#pragma once

#include "raceward/model/Event.h"

#include <vector>

namespace raceward {

struct CertainLock {
  ObjectId lock;
  bool exclusive = true; ///< false: as a reader
  auto operator<=>(const CertainLock &) const = default;
};
/// Sorted, each lock once.
using HeldLocks = std::vector<CertainLock>;

struct FutureAccess {
  MemoryAccess access; ///< of an invalid object: any memory
  SiteId site;         ///< invalid: nobody knows
  /// What is held for certain, for each group of paths to the access; never empty.
  std::vector<HeldLocks> locksets;
};

/// At a lock, a semaphore or a barrier.
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

/// Of one thread.
struct Deeds {
  bool anything = false; ///< nobody knows: all that follows does not matter
  bool mayWait = false;  ///< a loop may wait for a write or an unlock (rule R5)
  std::vector<FutureAccess> accesses;
  std::vector<FutureMeeting> meetings;
};

struct Future {
  Deeds own;
  /// Of threads that it, or a thread that it creates, may still create. An entry stands for one
  /// thread; for any number of the same kind it is there twice.
  std::vector<Deeds> created;
};

/// Of a machine that knows nothing.
[[nodiscard]] inline const Future &anyFuture() {
  static const Future any{{.anything = true, .mayWait = true, .accesses = {}, .meetings = {}}, {}};
  return any;
}

/// Two threads that hold these are never both there, and what the one did there happens before
/// what the other does.
[[nodiscard]] bool haveCommonLock(const HeldLocks &a, const HeldLocks &b);

} // namespace raceward
