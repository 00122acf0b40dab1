// Actions: what one step of a thread does.
//
// Actions.def is the list; here are the types, one for each row, and what the list generates:
//
//   Action       the variant of all types, as machines and the search use it
//   ActionType   its alternatives as an enumeration
//   ActionFamily by which rules a type orders threads. The orders of the model switch over it
//                without a default, so that the compiler names each place that a new
//                synchronisation primitive concerns
//   ActionKind   what reports distinguish, with the word for each: a trylock that succeeded is a
//                Lock for the search, and a TryLock for the reader of a run
//   ActionRole   what a reader of a run must know of a kind: whether it takes a lock, gives it
//                back, orders threads, or says nothing
#pragma once

#include "raceward/base/Check.h"
#include "raceward/base/Id.h"
#include "raceward/model/Access.h"
#include "raceward/model/Mutation.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace raceward {

struct ThreadTag;
using ThreadId = Id<ThreadTag>;
struct ObjectTag;
/// A memory object or a mutex: one numbering for both.
using ObjectId = Id<ObjectTag>;
struct PositionTag;
/// A place in the code; the machine knows how to show it.
using PositionId = Id<PositionTag>;

struct Address {
  ObjectId object;
  std::uint32_t offset = 0;
  std::uint32_t bytes = 1;
  bool exact = true; ///< false: some bytes within this range; which ones, data decides
  bool operator==(const Address &) const = default;
};

/// Their ranges meet. If one is not exact, Machine::canOverlap knows whether the bytes can.
[[nodiscard]] inline bool overlap(const Address &a, const Address &b) {
  return a.object == b.object && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

struct MemoryAccess {
  Address at;
  AccessKind kind = AccessKind::Read;
  MemoryOrder order = MemoryOrder::Plain;
  bool operator==(const MemoryAccess &) const = default;
};

[[nodiscard]] inline bool isAtomic(const MemoryAccess &access) {
  return access.order != MemoryOrder::Plain;
}
/// They touch the same bytes, and one of them writes.
[[nodiscard]] inline bool conflict(const MemoryAccess &a, const MemoryAccess &b) {
  if (mutated(Mutation::ConflictOfEitherWrite))
    return overlap(a.at, b.at) && writes(b.kind);
  return overlap(a.at, b.at) && (writes(a.kind) || writes(b.kind));
}

// The types of Actions.def. A field exists only where it means something, and one that has the same
// meaning has the same name in all of them: `mutex`, `meetingPoint`, `tried`, `shared`, `accesses`.
// The questions of Event.h ask for the fields by name, so that a new type answers by having them.

struct Read {
  static constexpr AccessKind kind = AccessKind::Read;
  Address at;
  bool operator==(const Read &) const = default;
};
struct Write {
  static constexpr AccessKind kind = AccessKind::Write;
  Address at;
  bool operator==(const Write &) const = default;
};
struct AtomicRead {
  static constexpr AccessKind kind = AccessKind::Read;
  Address at;
  MemoryOrder order = MemoryOrder::SeqCst;
  bool operator==(const AtomicRead &) const = default;
};
struct AtomicWrite {
  static constexpr AccessKind kind = AccessKind::Write;
  Address at;
  MemoryOrder order = MemoryOrder::SeqCst;
  bool operator==(const AtomicWrite &) const = default;
};
/// Reads and writes in one step: exchange, fetch-and-add, compare-and-swap.
struct AtomicUpdate {
  static constexpr AccessKind kind = AccessKind::ReadWrite;
  Address at;
  MemoryOrder order = MemoryOrder::SeqCst;
  bool operator==(const AtomicUpdate &) const = default;
};
/// An atomic section: one event, all of whose accesses are sequentially consistent. If an
/// assumption in it fails, the event has the reads that were made, nothing is written, and the
/// thread is disabled, with the section still to do, until one of these locations is written
/// (rule R3).
struct Section {
  std::vector<MemoryAccess> accesses;
  bool operator==(const Section &) const = default;
};
/// Several accesses in one step: memcpy, strlen. They are plain, but for those of state that a
/// library keeps for itself (the last time that a clock told): these are relaxed, so that the order
/// of two calls matters, and neither orders the threads nor races.
struct Bulk {
  std::vector<MemoryAccess> accesses;
  bool operator==(const Bulk &) const = default;
};
/// The step after an iteration of a loop that changed nothing: enabled once one of the
/// locations that the iteration read was written since it first read it (rule R5). No access,
/// in no race.
struct Await {
  std::vector<Address> at;
  bool operator==(const Await &) const = default;
};
/// Takes a mutex, or a read-write lock as a writer.
struct Lock {
  ObjectId mutex;
  bool tried = false; ///< a trylock that succeeded; it would not have waited
  bool operator==(const Lock &) const = default;
};
/// A trylock that failed. The thread is enabled in any case: its next action is this one while
/// the mutex is held, and a Lock (a ReadLock if shared) while it is free.
struct FailedTryLock {
  static constexpr bool tried = true;
  ObjectId mutex;
  bool shared = false; ///< a reader's attempt, which fails for writers only
  bool operator==(const FailedTryLock &) const = default;
};
struct Unlock {
  ObjectId mutex;
  bool operator==(const Unlock &) const = default;
};
/// Takes a read-write lock as a reader; enabled while no writer holds it. Readers neither wait for
/// nor order each other. Also all calls of pthread_once() but the first, which holds the lock as a
/// writer while it calls the function.
struct ReadLock {
  static constexpr bool shared = true;
  ObjectId mutex;
  bool tried = false;
  bool operator==(const ReadLock &) const = default;
};
struct ReadUnlock {
  static constexpr bool shared = true;
  ObjectId mutex;
  bool operator==(const ReadUnlock &) const = default;
};
/// Comes before every later wait that is not a failed one.
struct SemaphorePost {
  ObjectId meetingPoint;
  bool operator==(const SemaphorePost &) const = default;
};
/// Enabled while the semaphore is above zero.
struct SemaphoreWait {
  ObjectId meetingPoint;
  bool tried = false; ///< it would not have waited
  bool operator==(const SemaphoreWait &) const = default;
};
/// Reads the value: sem_getvalue(), or an attempt to wait that found zero. Orders nothing for
/// certain.
struct SemaphoreRead {
  static constexpr bool tried = true;
  ObjectId meetingPoint;
  bool failedWait = false; ///< it would be a wait if it came earlier or later
  bool operator==(const SemaphoreRead &) const = default;
};
/// The first half of waiting at a barrier, always enabled. Arrivals at one barrier are ordered
/// in every run (which is the last of a round matters), without happening before each other.
struct Arrive {
  ObjectId meetingPoint;
  bool operator==(const Arrive &) const = default;
};
/// The second half, enabled when arrivals number [first, first + count) at this barrier have
/// all happened; it comes after each of them.
struct Pass {
  ObjectId barrier;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  bool operator==(const Pass &) const = default;
};
/// atomic_thread_fence(): touches nothing, yet decides what atomics around it order.
struct Fence {
  MemoryOrder order = MemoryOrder::SeqCst;
  bool operator==(const Fence &) const = default;
};
struct Create {
  ThreadId child;
  bool operator==(const Create &) const = default;
};
struct Start {
  bool operator==(const Start &) const = default;
};
struct Exit {
  bool operator==(const Exit &) const = default;
};
struct Join {
  ThreadId target;
  bool operator==(const Join &) const = default;
};
/// An input: several outcomes, independent of every other thread.
struct Choice {
  bool operator==(const Choice &) const = default;
};
struct Local {
  bool operator==(const Local &) const = default;
};

template <typename, typename... Types> struct ActionTypes {
  using Variant = std::variant<Types...>;
};
using Action = ActionTypes<void
#define RW_ACTION(kind, type, ...) , type
#include "raceward/model/Actions.def"
                           >::Variant;

/// The alternatives of Action, in its order.
enum class ActionType : std::uint8_t {
#define RW_ACTION(kind, type, ...) type,
#include "raceward/model/Actions.def"
};

[[nodiscard]] inline ActionType typeOf(const Action &action) {
  return static_cast<ActionType>(action.index());
}

/// Calls `use` with the action as its type: a std::visit that the compiler sees through, as the
/// search asks for little else.
template <typename Use> decltype(auto) visitAction(const Action &action, Use &&use) {
  switch (typeOf(action)) {
#define RW_ACTION(kind, type, ...)                                                                 \
  case ActionType::type:                                                                           \
    return use(*std::get_if<type>(&action));
#include "raceward/model/Actions.def"
  }
  checkFailed("an action has a type", __FILE__, __LINE__);
}

enum class ActionFamily : std::uint8_t {
  Memory, ///< accesses, and waiting for one
  Lock,   ///< mutexes and read-write locks
  Semaphore,
  Barrier,
  Fence,
  Thread, ///< creation, start, end and join
  Data,   ///< decides; no other thread sees it
};

[[nodiscard]] inline ActionFamily familyOf(const Action &action) {
  static constexpr ActionFamily kFamilies[] = {
#define RW_ACTION(kind, type, family, ...) ActionFamily::family,
#include "raceward/model/Actions.def"
  };
  return kFamilies[action.index()];
}

enum class ActionKind : std::uint8_t {
#define RW_ACTION(kind, ...) kind,
#define RW_ACTION_ALSO(kind, ...) kind,
#define RW_REPORTED(kind, ...) kind,
#include "raceward/model/Actions.def"
};

enum class ActionRole : std::uint8_t {
  Access,     ///< of memory, not atomic
  Atomic,     ///< access
  Wait,       ///< for a change of memory
  Take,       ///< a lock
  TakeShared, ///< a lock, as a reader
  Give,       ///< a lock back
  GiveShared, ///< a lock back, as a reader
  Fail,       ///< takes nothing and orders nothing for certain
  Meet,       ///< orders threads without a lock
  Begin,      ///< of a thread
  Data,       ///< decides; no other thread sees it
};

ActionKind kindOf(const Action &action);
ActionRole roleOf(ActionKind kind);

/// The word in reports, witnesses and messages: "atomic-read". Stable.
std::string_view toString(ActionKind kind);
std::optional<ActionKind> actionKindNamed(std::string_view reportWord);

/// The word in traces: "aread". Empty if no machine performs it.
std::string_view traceWord(ActionKind kind);
std::optional<ActionKind> actionKindInTraces(std::string_view word);

} // namespace raceward
