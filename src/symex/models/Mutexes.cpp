// Mutexes and condition variables (MutexState.h). Static initialisers and pthread_mutex_init()
// leave a mutex unlocked.
#include "../MutexState.h"
#include "SyncLife.h"
#include "raceward/symex/Relock.h"

#include <algorithm>

namespace raceward::models {

namespace {

constexpr std::string_view kMutex = "mutex";
/// Beside the kind, in an attribute.
constexpr std::uint64_t kRobust = 16;
constexpr std::uint64_t kOwnerDead = 130;      // EOWNERDEAD
constexpr std::uint64_t kNotRecoverable = 131; // ENOTRECOVERABLE
constexpr std::uint64_t kC11Recursive = 1;     // mtx_recursive, or'ed with mtx_timed

bool mutexAddress(LibraryCall &call, std::uint64_t &mutex) {
  return placeOf(call, 0, kMutex, mutex);
}

bool isMutexFree(LibraryCall &call, std::uint64_t mutex) {
  return !holderOf(call.machine.state(), mutex) ||
         misuse(call, kMutex, "is initialised or destroyed while it is held");
}

bool initialiseMutex(LibraryCall &call) {
  Interpreter &machine = call.machine;
  std::uint64_t mutex = 0;
  std::uint64_t kind = 0;
  Value attribute;
  if (!mutexAddress(call, mutex) || !readAttribute(call, attribute) ||
      !machine.numberOf(attribute, 32, "the kind of a mutex", kind))
    return false;
  if (!isMutexFree(call, mutex) || !beginLife(call, mutex, kMutex))
    return false;
  if ((kind & kRobust) != 0)
    machine.state().ownSync().robust[mutex] = RobustState::Consistent;
  else if (machine.state().sync().robust.contains(mutex))
    machine.state().ownSync().robust.erase(mutex);
  kind &= ~kRobust;
  setKindOfMutex(machine.state(), mutex,
                 kind == 1 || kind == 2 ? static_cast<MutexKind>(kind) : MutexKind::Normal);
  return call.give(0);
}

bool initialiseC11(LibraryCall &call) {
  std::uint64_t mutex = 0;
  std::uint64_t type = 0;
  if (!mutexAddress(call, mutex) || !call.number(1, "the kind of a mutex", type) ||
      !isMutexFree(call, mutex) || !beginLife(call, mutex, kMutex))
    return false;
  setKindOfMutex(call.machine.state(), mutex,
                 (type & kC11Recursive) != 0 ? MutexKind::Recursive : MutexKind::Normal);
  return call.give(0);
}

bool initialiseSpin(LibraryCall &call) {
  std::uint64_t mutex = 0;
  if (!mutexAddress(call, mutex) || !isMutexFree(call, mutex) || !beginLife(call, mutex, kMutex))
    return false;
  setKindOfMutex(call.machine.state(), mutex, MutexKind::Normal);
  return call.give(0);
}

bool destroyMutex(LibraryCall &call) {
  std::uint64_t mutex = 0;
  return mutexAddress(call, mutex) && isMutexFree(call, mutex) && endLife(call, mutex, kMutex) &&
         call.give(0);
}

void take(LibraryCall &call, std::uint64_t mutex) {
  call.machine.state().heldMutexes.emplace_back(mutex, call.machine.threadNumber());
}

/// The holder is told if the one before it has ended.
bool takeAndTell(LibraryCall &call, std::uint64_t mutex) {
  take(call, mutex);
  return call.give(robustState(call.machine.state(), mutex) == RobustState::OwnerDead ? kOwnerDead
                                                                                      : 0);
}

/// The driver lets a thread get here only when no other thread holds the mutex.
bool lock(LibraryCall &call) {
  std::uint64_t mutex = 0;
  if (!mutexAddress(call, mutex) || !isAlive(call, mutex, kMutex))
    return false;
  if (robustState(call.machine.state(), mutex) == RobustState::Lost)
    return call.give(kNotRecoverable);
  if (holderOf(call.machine.state(), mutex)) {
    const MutexKind kind = kindOfMutex(call.machine.state(), mutex);
    if (kind == MutexKind::ErrorChecking)
      return call.give(kDeadlock);
    if (kind == MutexKind::Normal)
      return misuse(call, kMutex, kRelocked);
  }
  return takeAndTell(call, mutex);
}

/// Returns why the lock was not acquired.
using Refuse = bool (*)(LibraryCall &call);

bool refuseBusy(LibraryCall &call) {
  return call.give(kBusy);
}
bool refuseBusyC11(LibraryCall &call) {
  return call.give(kC11Busy);
}
bool refuseLate(LibraryCall &call) {
  Value why;
  return lateOrInvalid(call, 1, kTimedOut, kInvalid, 32, why) && call.give(why);
}
bool refuseLateC11(LibraryCall &call) {
  Value why;
  return lateOrInvalid(call, 1, kC11TimedOut, kC11Error, 32, why) && call.give(why);
}

bool tryLock(LibraryCall &call, Refuse refuse) {
  std::uint64_t mutex = 0;
  if (!mutexAddress(call, mutex) || !isAlive(call, mutex, kMutex))
    return false;
  const State &state = call.machine.state();
  if (robustState(state, mutex) == RobustState::Lost)
    return call.give(kNotRecoverable);
  const std::optional<unsigned> holder = holderOf(state, mutex);
  const bool again =
      holder == call.machine.threadNumber() && kindOfMutex(state, mutex) == MutexKind::Recursive;
  // Who waits for its own mutex is told at once. Of robust mutexes glibc tells also who only tries.
  if (holder == call.machine.threadNumber() &&
      kindOfMutex(state, mutex) == MutexKind::ErrorChecking &&
      (refuse == refuseLate || state.sync().robust.contains(mutex)))
    return call.give(kDeadlock);
  if (holder && !again)
    return refuse(call);
  return takeAndTell(call, mutex);
}

bool tryLockPosix(LibraryCall &call) {
  return tryLock(call, refuseBusy);
}
bool timedLock(LibraryCall &call) {
  return tryLock(call, refuseLate);
}
bool tryLockC11(LibraryCall &call) {
  return tryLock(call, refuseBusyC11);
}
bool timedLockC11(LibraryCall &call) {
  return tryLock(call, refuseLateC11);
}

bool unlockMutex(LibraryCall &call) {
  std::uint64_t mutex = 0;
  if (!mutexAddress(call, mutex))
    return false;
  auto &held = call.machine.state().heldMutexes;
  const auto at =
      std::find(held.begin(), held.end(), std::pair(mutex, call.machine.threadNumber()));
  if (at != held.end()) {
    held.erase(at);
    const RobustState before = robustState(call.machine.state(), mutex);
    if (before == RobustState::Abandoned)
      call.machine.state().ownSync().robust[mutex] = RobustState::OwnerDead;
    else if (before == RobustState::OwnerDead)
      call.machine.state().ownSync().robust[mutex] = RobustState::Lost;
    return call.give(0);
  }
  if (kindOfMutex(call.machine.state(), mutex) != MutexKind::Normal)
    return call.give(kNotOwner);
  return misuse(call, kMutex, "is unlocked that the thread does not hold");
}

// -- attributes: an int, the kind ---------------------------------------------------------

bool attributeOf(LibraryCall &call, std::uint64_t &kind) {
  Value value;
  return call.machine.load(call.argument(0), 32, value) &&
         call.machine.numberOf(value, 32, "the kind of a mutex", kind);
}

bool setMutexKind(LibraryCall &call) {
  std::uint64_t kind = 0;
  if (!call.number(1, "the kind of a mutex", kind))
    return false;
  std::uint64_t before = 0;
  if (!attributeOf(call, before))
    return false;
  return kind > 3 ? call.give(kInvalid) : setAttribute(call, {kind | (before & kRobust), {}});
}

bool getKind(LibraryCall &call) {
  std::uint64_t kind = 0;
  return attributeOf(call, kind) &&
         call.machine.store(call.argument(1), 32, {kind & ~kRobust, {}}) && call.give(0);
}

bool setRobust(LibraryCall &call) {
  std::uint64_t robust = 0;
  std::uint64_t before = 0;
  if (!call.number(1, "whether a mutex is robust", robust) || !attributeOf(call, before))
    return false;
  if (robust > 1)
    return call.give(kInvalid);
  return setAttribute(call, {(before & ~kRobust) | (robust != 0 ? kRobust : 0), {}});
}

bool getRobust(LibraryCall &call) {
  std::uint64_t kind = 0;
  return attributeOf(call, kind) &&
         call.machine.store(call.argument(1), 32, {(kind & kRobust) != 0 ? 1U : 0U, {}}) &&
         call.give(0);
}

/// With a ceiling, a lock is refused to threads that the system does not give the priority.
bool setProtocol(LibraryCall &call) {
  constexpr std::uint64_t ceiling = 2; // PTHREAD_PRIO_PROTECT
  bool mayRefuse = false;
  bool isInvalid = false;
  if (!isAbove(call, 1, ceiling, isInvalid) || !isAbove(call, 1, ceiling - 1, mayRefuse))
    return false;
  if (mayRefuse && !isInvalid)
    call.machine.noteGap(
        GapKind::UnmodelledCall,
        "whether a mutex with a priority ceiling can be locked is up to the system",
        "use PTHREAD_PRIO_INHERIT or PTHREAD_PRIO_NONE");
  return setAttributeUpTo(call, ceiling);
}

bool makeConsistent(LibraryCall &call) {
  std::uint64_t mutex = 0;
  if (!mutexAddress(call, mutex))
    return false;
  State &state = call.machine.state();
  if (robustState(state, mutex) != RobustState::OwnerDead ||
      holderOf(state, mutex) != call.machine.threadNumber())
    return call.give(kInvalid);
  state.ownSync().robust[mutex] = RobustState::Consistent;
  call.machine.noteChange();
  return call.give(0);
}

bool setClock(LibraryCall &call) {
  return setAttributeUpTo(call, 1); // CLOCK_REALTIME, CLOCK_MONOTONIC
}

// -- condition variables ------------------------------------------------------------------
// A wait may end at any time (POSIX: spurious wake-ups), so that for races it is an unlock and a
// lock, and a signal does nothing (rule R4). The driver has done the first half when the thread
// gets here.

bool initialiseCondition(LibraryCall &call) {
  Value attribute;
  return readAttribute(call, attribute) && call.give(0);
}

bool waitFor(LibraryCall &call, std::optional<std::uint64_t> timedOut, std::uint64_t invalid) {
  Interpreter &machine = call.machine;
  if (!machine.thread().isWaiting && timedOut && call.count() > 2) {
    Term isInvalid;
    bool returnsAtOnce = false;
    if (!machine.invalidTime(call.argument(2), isInvalid) ||
        !machine.decide(isInvalid, returnsAtOnce))
      return false;
    if (returnsAtOnce)
      return call.give(invalid);
  }
  if (!machine.thread().isWaiting)
    return machine.stopWithGap(GapKind::UnmodelledCall, "threads are not followed here");
  std::uint64_t mutex = 0;
  if (!placeOf(call, 1, kMutex, mutex))
    return false;
  Value result{0, {}};
  if (timedOut) {
    const Value late = machine.fresh(1, "time-out");
    result = machine.toValue(machine.arena().ite(
        machine.toBool(late), machine.arena().constant(call.resultWidth(), *timedOut),
        machine.arena().constant(call.resultWidth(), 0)));
  }
  machine.thread().isWaiting = false;
  take(call, mutex);
  return call.give(result);
}

bool waitOnCondition(LibraryCall &call) {
  return waitFor(call, std::nullopt, 0);
}
bool timedConditionWait(LibraryCall &call) {
  return waitFor(call, kTimedOut, kInvalid);
}
bool timedWaitC11(LibraryCall &call) {
  return waitFor(call, kC11TimedOut, kC11Error);
}

constexpr LibraryModel kMutexModels[] = {
    {"pthread_mutex_init", 2, initialiseMutex},
    {"pthread_mutex_destroy", 1, destroyMutex},
    {"pthread_mutex_consistent", 1, makeConsistent},
    {"raceward_sets_robust", 2, setRobust},
    {"pthread_mutexattr_getrobust", 2, getRobust},
    {"pthread_mutex_lock", 1, lock},
    {"pthread_mutex_trylock", 1, tryLockPosix},
    {"pthread_mutex_timedlock", 1, timedLock},
    {"pthread_mutex_unlock", 1, unlockMutex},
    {"pthread_spin_init", 1, initialiseSpin},
    {"pthread_spin_destroy", 1, destroyMutex},
    {"pthread_spin_lock", 1, lock},
    {"pthread_spin_trylock", 1, tryLockPosix},
    {"pthread_spin_unlock", 1, unlockMutex},
    {"mtx_init", 2, initialiseC11},
    {"mtx_destroy", 1, destroyMutex},
    {"mtx_lock", 1, lock},
    {"mtx_trylock", 1, tryLockC11},
    {"mtx_timedlock", 1, timedLockC11},
    {"mtx_unlock", 1, unlockMutex},
    {"pthread_mutexattr_init", 1, initialiseAttribute},
    {"pthread_mutexattr_destroy", 1, rewriteAttribute},
    {"pthread_mutexattr_settype", 2, setMutexKind},
    {"pthread_mutexattr_gettype", 2, getKind},
    {"pthread_mutexattr_setpshared", 2, setFlag},
    {"pthread_mutexattr_setprotocol", 2, setProtocol},
    {"pthread_condattr_init", 1, initialiseAttribute},
    {"pthread_condattr_destroy", 1, rewriteAttribute},
    {"pthread_condattr_setclock", 2, setClock},
    {"pthread_condattr_setpshared", 2, setFlag},
    {"pthread_cond_init", 2, initialiseCondition},
    {"pthread_cond_destroy", 1, nothing},
    {"pthread_cond_wait", 2, waitOnCondition},
    {"pthread_cond_timedwait", 2, timedConditionWait},
    {"pthread_cond_signal", 1, nothing},
    {"pthread_cond_broadcast", 1, nothing},
    {"cnd_init", 1, nothing},
    {"cnd_destroy", 1, nothing},
    {"cnd_wait", 2, waitOnCondition},
    {"cnd_timedwait", 2, timedWaitC11},
    {"cnd_signal", 1, nothing},
    {"cnd_broadcast", 1, nothing},
};

} // namespace

std::span<const LibraryModel> mutexes() {
  return kMutexModels;
}

} // namespace raceward::models
