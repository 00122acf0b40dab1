// Unnamed semaphores. The driver lets a thread get to a wait only when it need not wait.
#include "SyncLife.h"

namespace raceward::models {

namespace {

constexpr std::string_view kSemaphore = "semaphore";

bool addressOf(LibraryCall &call, std::uint64_t &semaphore) {
  return placeOf(call, 0, kSemaphore, semaphore);
}

/// Its value, for modification; null with a fault if the semaphore does not exist.
std::uint32_t *valueOf(LibraryCall &call) {
  std::uint64_t semaphore = 0;
  if (!addressOf(call, semaphore) || !isAlive(call, semaphore, kSemaphore))
    return nullptr;
  std::map<std::uint64_t, std::uint32_t> &all = call.machine.state().ownSync().semaphores;
  const auto at = all.find(semaphore);
  if (at != all.end())
    return &at->second;
  misuse(call, kSemaphore, "is used before it was initialised");
  return nullptr;
}

bool initialise(LibraryCall &call) {
  std::uint64_t semaphore = 0;
  std::uint64_t value = 0;
  if (!addressOf(call, semaphore) || !call.number(2, "the value of a semaphore", value) ||
      !beginLife(call, semaphore, kSemaphore))
    return false;
  call.machine.state().ownSync().semaphores[semaphore] = static_cast<std::uint32_t>(value);
  call.machine.noteChange();
  return call.give(0);
}

bool destroy(LibraryCall &call) {
  std::uint64_t semaphore = 0;
  if (!addressOf(call, semaphore) || valueOf(call) == nullptr ||
      !endLife(call, semaphore, kSemaphore))
    return false;
  call.machine.state().ownSync().semaphores.erase(semaphore);
  call.machine.noteChange();
  return call.give(0);
}

/// A loop that retries must not appear to change anything: errno is not written if it has the value
/// already.
bool failWith(LibraryCall &call, const Value &error) {
  Interpreter &machine = call.machine;
  std::uint64_t address = 0;
  Value before;
  if (!machine.errorNumber(address) || !machine.load({address, {}}, 32, before))
    return false;
  const bool isThere =
      areNumbers(before, error) ? before.bits == error.bits : before.term == error.term;
  if (!isThere && !machine.store({address, {}}, 32, error))
    return false;
  return call.give(UINT64_MAX);
}

bool failForEver(LibraryCall &call) {
  return call.machine.stopWithGap(GapKind::UnmodelledCall, "threads are not followed here");
}
bool failBusy(LibraryCall &call) {
  return failWith(call, {kTryAgain, {}});
}
bool failLate(LibraryCall &call) {
  Value error;
  return lateOrInvalid(call, 1, kTimedOut, kInvalid, 32, error) && failWith(call, error);
}

bool waitOrFail(LibraryCall &call, bool (*fail)(LibraryCall &), bool isTimed = false) {
  std::uint32_t *value = valueOf(call);
  if (value == nullptr)
    return false;
  if (*value == 0)
    return fail(call);
  if (isTimed && !requireTime(call, 1))
    return false;
  --*value;
  call.machine.noteChange();
  return call.give(0);
}

bool wait(LibraryCall &call) {
  return waitOrFail(call, failForEver);
}
bool tryWait(LibraryCall &call) {
  return waitOrFail(call, failBusy);
}
bool timedWait(LibraryCall &call) {
  return waitOrFail(call, failLate, /*isTimed=*/true);
}

bool post(LibraryCall &call) {
  std::uint32_t *value = valueOf(call);
  if (value == nullptr)
    return false;
  ++*value;
  call.machine.noteChange();
  return call.give(0);
}

bool getValue(LibraryCall &call) {
  if (call.isTold())
    return call.give(0);
  const std::uint32_t *value = valueOf(call);
  if (value == nullptr || !call.machine.store(call.argument(1), 32, {*value, {}}))
    return false;
  return call.comesBackToTell() || call.give(0);
}

constexpr LibraryModel kModels[] = {
    {"sem_init", 3, initialise},   {"sem_destroy", 1, destroy},     {"sem_wait", 1, wait},
    {"sem_trywait", 1, tryWait},   {"sem_timedwait", 1, timedWait}, {"sem_post", 1, post},
    {"sem_getvalue", 2, getValue},
};

} // namespace

std::span<const LibraryModel> semaphores() {
  return kModels;
}

} // namespace raceward::models
