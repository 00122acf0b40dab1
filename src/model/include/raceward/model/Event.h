// Events: what a run is made of.
//
// An event is one step of one thread that another thread could observe, or a step at
// which data decides how the run goes on. Ids are stable over all runs of one machine
// (threads by creating thread and count, objects and positions likewise), and outcomes
// are named by meaning, so that an event can be recognised in another run (rule R6).
#pragma once

#include "raceward/base/Id.h"
#include "raceward/model/Access.h"
#include "raceward/model/Mutation.h"

#include <cstdint>
#include <string>
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

/// How a step turned out where data decides. 0 where there is only one way.
struct Outcome {
  std::uint32_t name = 0;
  auto operator<=>(const Outcome &) const = default;
};

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

// The closed list of actions. A field exists only where it means something.

struct Read {
  Address at;
  bool operator==(const Read &) const = default;
};
struct Write {
  Address at;
  bool operator==(const Write &) const = default;
};
struct AtomicRead {
  Address at;
  MemoryOrder order = MemoryOrder::SeqCst;
  bool operator==(const AtomicRead &) const = default;
};
struct AtomicWrite {
  Address at;
  MemoryOrder order = MemoryOrder::SeqCst;
  bool operator==(const AtomicWrite &) const = default;
};
/// Reads and writes in one step: exchange, fetch-and-add, compare-and-swap.
struct AtomicUpdate {
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
/// Several plain accesses in one step: memcpy, strlen.
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
/// Of a mutex, or of a read-write lock by a writer.
struct Lock {
  ObjectId mutex;
  bool attempt = false; ///< a trylock that succeeded; it would not have waited
  bool operator==(const Lock &) const = default;
};
/// A trylock that failed. The thread is enabled in any case: its next action is this one while
/// the mutex is held, and a Lock (a ReadLock if shared) while it is free.
struct TryLock {
  ObjectId mutex;
  bool shared = false; ///< a reader's attempt, which fails for writers only
  bool operator==(const TryLock &) const = default;
};
struct Unlock {
  ObjectId mutex;
  bool operator==(const Unlock &) const = default;
};
/// Of a read-write lock by a reader, enabled while no writer holds it. Readers neither wait for
/// nor order each other. Also: what pthread_once() is for all callers but the first, which has
/// it locked for writing while it calls the function.
struct ReadLock {
  ObjectId lock;
  bool attempt = false;
  bool operator==(const ReadLock &) const = default;
};
struct ReadUnlock {
  ObjectId lock;
  bool operator==(const ReadUnlock &) const = default;
};
/// Comes before every later wait that is not a failed one.
struct SemaphorePost {
  ObjectId semaphore;
  bool operator==(const SemaphorePost &) const = default;
};
/// Enabled while the semaphore is above zero.
struct SemaphoreWait {
  ObjectId semaphore;
  bool attempt = false; ///< it would not have waited
  bool operator==(const SemaphoreWait &) const = default;
};
/// An attempt that found zero, or a look at the value. Orders nothing for certain.
struct SemaphoreLook {
  ObjectId semaphore;
  bool attempt = false; ///< a wait, if it came earlier or later
  bool operator==(const SemaphoreLook &) const = default;
};
/// The first half of waiting at a barrier, always enabled. Arrivals at one barrier are ordered
/// in every run (which is the last of a round matters), without happening before each other.
struct Arrive {
  ObjectId barrier;
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

using Action =
    std::variant<Read, Write, AtomicRead, AtomicWrite, AtomicUpdate, Section, Bulk, Await, Lock,
                 TryLock, Unlock, ReadLock, ReadUnlock, SemaphorePost, SemaphoreWait, SemaphoreLook,
                 Arrive, Pass, Fence, Create, Start, Exit, Join, Choice, Local>;

/// What a thread would do next, or did.
struct Operation {
  Action action = Local{};
  PositionId at;
  bool operator==(const Operation &) const = default;
};

struct Event {
  ThreadId thread;
  std::uint32_t index = 0; ///< counts the events of this thread
  Outcome outcome;
  Operation operation;
  bool operator==(const Event &) const = default;
};

/// The footprint: calls `use` with each memory access of the action.
template <typename Use> void forEachAccess(const Action &action, Use &&use) {
  if (const auto *r = std::get_if<Read>(&action))
    use(MemoryAccess{r->at, AccessKind::Read, MemoryOrder::Plain});
  else if (const auto *w = std::get_if<Write>(&action))
    use(MemoryAccess{w->at, AccessKind::Write, MemoryOrder::Plain});
  else if (const auto *ar = std::get_if<AtomicRead>(&action))
    use(MemoryAccess{ar->at, AccessKind::Read, ar->order});
  else if (const auto *aw = std::get_if<AtomicWrite>(&action))
    use(MemoryAccess{aw->at, AccessKind::Write, aw->order});
  else if (const auto *au = std::get_if<AtomicUpdate>(&action))
    use(MemoryAccess{au->at, AccessKind::ReadWrite, au->order});
  else if (const auto *section = std::get_if<Section>(&action))
    for (const MemoryAccess &access : section->accesses)
      use(access);
  else if (const auto *bulk = std::get_if<Bulk>(&action))
    for (const MemoryAccess &access : bulk->accesses)
      use(access);
}

/// The addresses that decide what the action depends on: those of its footprint, and those
/// that an Await waits for.
template <typename Use> void forEachAddress(const Action &action, Use &&use) {
  if (const auto *await = std::get_if<Await>(&action))
    for (const Address &at : await->at)
      use(at);
  else
    forEachAccess(action, [&](const MemoryAccess &access) { use(access.at); });
}

/// The footprint without a visit, unless it has several parts, which is rare: the search asks
/// for it more often than for anything else.
struct Footprint {
  enum class Size : std::uint8_t { None, One, Many };
  Size size = Size::None;
  MemoryAccess access; ///< if it is One
};
[[nodiscard]] inline Footprint footprintOf(const Action &action) {
  using enum Footprint::Size;
  switch (action.index()) {
  case 0:
    return {One, {std::get_if<0>(&action)->at, AccessKind::Read, MemoryOrder::Plain}};
  case 1:
    return {One, {std::get_if<1>(&action)->at, AccessKind::Write, MemoryOrder::Plain}};
  case 2:
    return {One, {std::get_if<2>(&action)->at, AccessKind::Read, std::get_if<2>(&action)->order}};
  case 3:
    return {One, {std::get_if<3>(&action)->at, AccessKind::Write, std::get_if<3>(&action)->order}};
  case 4:
    return {One,
            {std::get_if<4>(&action)->at, AccessKind::ReadWrite, std::get_if<4>(&action)->order}};
  case 5:
  case 6:
  case 7:
    return {Many, {}};
  default:
    return {};
  }
}
static_assert(std::is_same_v<std::variant_alternative_t<4, Action>, AtomicUpdate> &&
              std::is_same_v<std::variant_alternative_t<5, Action>, Section> &&
              std::is_same_v<std::variant_alternative_t<6, Action>, Bulk> &&
              std::is_same_v<std::variant_alternative_t<7, Action>, Await>);

/// The mutex or read-write lock that the action locks, tries to lock or unlocks; invalid for
/// every other action.
[[nodiscard]] inline ObjectId mutexOf(const Action &action) {
  if (const auto *lock = std::get_if<Lock>(&action))
    return lock->mutex;
  if (const auto *unlock = std::get_if<Unlock>(&action))
    return unlock->mutex;
  if (const auto *attempt = std::get_if<TryLock>(&action))
    return attempt->mutex;
  if (const auto *lock = std::get_if<ReadLock>(&action))
    return lock->lock;
  if (const auto *unlock = std::get_if<ReadUnlock>(&action))
    return unlock->lock;
  return {};
}

/// The semaphore that the action uses; invalid for every other action.
[[nodiscard]] inline ObjectId semaphoreOf(const Action &action) {
  if (const auto *post = std::get_if<SemaphorePost>(&action))
    return post->semaphore;
  if (const auto *wait = std::get_if<SemaphoreWait>(&action))
    return wait->semaphore;
  if (const auto *look = std::get_if<SemaphoreLook>(&action))
    return look->semaphore;
  return {};
}

/// What threads meet at by this action: a lock, a semaphore, or a barrier that they arrive at.
[[nodiscard]] inline ObjectId meetingPointOf(const Action &action) {
  static_assert(std::is_same_v<std::variant_alternative_t<8, Action>, Lock> &&
                std::is_same_v<std::variant_alternative_t<16, Action>, Arrive>);
  if (action.index() < 8 || action.index() > 16)
    return {};
  if (const auto *arrive = std::get_if<Arrive>(&action))
    return arrive->barrier;
  if (const ObjectId mutex = mutexOf(action); mutex.valid())
    return mutex;
  return semaphoreOf(action);
}

/// Of a reader, however it turned out. Readers do not depend on each other.
[[nodiscard]] inline bool isReaders(const Action &action) {
  if (const auto *attempt = std::get_if<TryLock>(&action))
    return attempt->shared;
  return std::holds_alternative<ReadLock>(action) || std::holds_alternative<ReadUnlock>(action);
}

/// A trylock, a trywait or a look, however it turned out: it is never blocked.
[[nodiscard]] inline bool isAttempt(const Action &action) {
  if (const auto *lock = std::get_if<Lock>(&action))
    return lock->attempt;
  if (const auto *lock = std::get_if<ReadLock>(&action))
    return lock->attempt;
  if (const auto *wait = std::get_if<SemaphoreWait>(&action))
    return wait->attempt;
  return std::holds_alternative<TryLock>(action) || std::holds_alternative<SemaphoreLook>(action);
}

/// A thread that cannot do this is asleep: an earlier attempt to do it failed, and was an event.
[[nodiscard]] inline bool waitsForWrite(const Action &action) {
  return std::holds_alternative<Section>(action) || std::holds_alternative<Await>(action);
}

/// "write o3", "lock o1", "section read o1 write o2": one line, parsed by parseAction().
std::string toString(const Action &action);
/// "t1.4 write o3 @7"
std::string toString(const Event &event);

} // namespace raceward
