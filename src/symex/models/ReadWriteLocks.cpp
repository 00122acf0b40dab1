// Read-write locks. A writer holds one like a mutex; readers are counted. The driver lets a thread
// get to a lock only when it need not wait.
#include "../MutexState.h"
#include "SyncLife.h"

#include <algorithm>

namespace raceward::models {

namespace {

constexpr std::string_view kLock = "read-write lock";
constexpr std::uint64_t kPreferWriters = 2; // PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP

bool rwLockAddress(LibraryCall &call, std::uint64_t &lock) {
  return placeOf(call, 0, kLock, lock);
}

bool isRwLockFree(LibraryCall &call, std::uint64_t lock) {
  const State &state = call.machine.state();
  return (!holderOf(state, lock) && !hasReaders(state, lock)) ||
         misuse(call, kLock, "is initialised or destroyed while it is held");
}

bool initialiseRwLock(LibraryCall &call) {
  std::uint64_t lock = 0;
  std::uint64_t kind = 0;
  Value attribute;
  if (!rwLockAddress(call, lock) || !readAttribute(call, attribute) ||
      !call.machine.numberOf(attribute, 32, "the kind of a read-write lock", kind) ||
      !isRwLockFree(call, lock) || !beginLife(call, lock, kLock))
    return false;
  setPrefersWriters(call.machine.state(), lock, kind == kPreferWriters);
  return call.give(0);
}

bool destroyRwLock(LibraryCall &call) {
  std::uint64_t lock = 0;
  return rwLockAddress(call, lock) && isRwLockFree(call, lock) && endLife(call, lock, kLock) &&
         call.give(0);
}

bool begin(LibraryCall &call, std::uint64_t &lock) {
  return rwLockAddress(call, lock) && isAlive(call, lock, kLock);
}

bool read(LibraryCall &call, std::uint64_t lock) {
  call.machine.state().readers.emplace_back(lock, call.machine.threadNumber());
  return call.give(0);
}

bool write(LibraryCall &call, std::uint64_t lock) {
  call.machine.state().heldMutexes.emplace_back(lock, call.machine.threadNumber());
  return call.give(0);
}

bool readLock(LibraryCall &call) {
  std::uint64_t lock = 0;
  if (!begin(call, lock))
    return false;
  if (holderOf(call.machine.state(), lock))
    return misuse(call, kLock, "is locked for reading by the thread that holds it for writing");
  return read(call, lock);
}

bool writeLock(LibraryCall &call) {
  std::uint64_t lock = 0;
  if (!begin(call, lock))
    return false;
  if (holderOf(call.machine.state(), lock) || hasReaders(call.machine.state(), lock))
    return misuse(call, kLock, "is locked for writing by a thread that holds it already");
  return write(call, lock);
}

bool refuseNow(LibraryCall &call) {
  return call.give(kBusy);
}
bool refuseAfterTime(LibraryCall &call) {
  Value why;
  return lateOrInvalid(call, 1, kTimedOut, kInvalid, 32, why) && call.give(why);
}

/// Which threads wait is not known here.
void noteWaitingWriters(LibraryCall &call, std::uint64_t lock) {
  const State &state = call.machine.state();
  if (!prefersWriters(state, lock))
    return;
  for (unsigned other = 0; other < state.threads.size(); ++other)
    if (other != call.machine.threadNumber() && state.threads[other].exists &&
        !state.threads[other].ended)
      return call.machine.noteGap(
          GapKind::UnmodelledCall,
          "a read-write lock that prefers writers may refuse a reader while a writer waits",
          "use PTHREAD_RWLOCK_PREFER_READER_NP, or pthread_rwlock_rdlock()");
}

/// glibc tells a writer at once that it waits for itself.
bool isOwnWriter(LibraryCall &call, std::uint64_t lock, bool (*refuse)(LibraryCall &)) {
  return refuse == refuseAfterTime &&
         holderOf(call.machine.state(), lock) == call.machine.threadNumber();
}

bool tryRead(LibraryCall &call, bool (*refuse)(LibraryCall &)) {
  std::uint64_t lock = 0;
  if (!begin(call, lock))
    return false;
  if (isOwnWriter(call, lock, refuse))
    return requireTime(call, 1) && call.give(kDeadlock);
  if (holderOf(call.machine.state(), lock))
    return refuse(call);
  noteWaitingWriters(call, lock);
  return (refuse == refuseNow || requireTime(call, 1)) && read(call, lock);
}

bool tryWrite(LibraryCall &call, bool (*refuse)(LibraryCall &)) {
  std::uint64_t lock = 0;
  if (!begin(call, lock))
    return false;
  if (isOwnWriter(call, lock, refuse))
    return requireTime(call, 1) && call.give(kDeadlock);
  const State &state = call.machine.state();
  if (holderOf(state, lock) || hasReaders(state, lock))
    return refuse(call);
  return (refuse == refuseNow || requireTime(call, 1)) && write(call, lock);
}

bool tryReadLock(LibraryCall &call) {
  return tryRead(call, refuseNow);
}
bool timedReadLock(LibraryCall &call) {
  return tryRead(call, refuseAfterTime);
}
bool tryWriteLock(LibraryCall &call) {
  return tryWrite(call, refuseNow);
}
bool timedWriteLock(LibraryCall &call) {
  return tryWrite(call, refuseAfterTime);
}

bool unlockRwLock(LibraryCall &call) {
  std::uint64_t lock = 0;
  if (!begin(call, lock))
    return false;
  State &state = call.machine.state();
  const std::pair mine(lock, call.machine.threadNumber());
  for (auto *held : {&state.heldMutexes, &state.readers})
    if (const auto at = std::find(held->begin(), held->end(), mine); at != held->end()) {
      held->erase(at);
      return call.give(0);
    }
  return misuse(call, kLock, "is unlocked that the thread does not hold");
}

bool setRwLockKind(LibraryCall &call) {
  return setAttributeUpTo(call, kPreferWriters, Property::IsInt);
}

constexpr LibraryModel kRwLockModels[] = {
    {"pthread_rwlock_init", 2, initialiseRwLock},
    {"pthread_rwlock_destroy", 1, destroyRwLock},
    {"pthread_rwlock_rdlock", 1, readLock},
    {"pthread_rwlock_tryrdlock", 1, tryReadLock},
    {"pthread_rwlock_timedrdlock", 1, timedReadLock},
    {"pthread_rwlock_wrlock", 1, writeLock},
    {"pthread_rwlock_trywrlock", 1, tryWriteLock},
    {"pthread_rwlock_timedwrlock", 1, timedWriteLock},
    {"pthread_rwlock_unlock", 1, unlockRwLock},
    {"pthread_rwlockattr_init", 1, initialiseAttribute},
    {"pthread_rwlockattr_destroy", 1, rewriteAttribute},
    {"pthread_rwlockattr_setpshared", 2, setFlag},
    {"pthread_rwlockattr_setkind_np", 2, setRwLockKind},
};

} // namespace

std::span<const LibraryModel> readWriteLocks() {
  return kRwLockModels;
}

} // namespace raceward::models
