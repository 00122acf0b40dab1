// Semaphores. Those with a name are the program's own: no other process opens them. The driver lets
// a thread get to a wait only when it need not wait.
#include "../Handles.h"
#include "../World.h"
#include "SyncLife.h"

#include <algorithm>
#include <string>

namespace raceward::models {

namespace {

constexpr std::string_view kSemaphore = "semaphore";
constexpr std::uint64_t kMostValue = 0x7FFFFFFF; // SEM_VALUE_MAX
constexpr std::uint64_t kMissing = 2;            // ENOENT
constexpr std::uint64_t kExists = 17;            // EEXIST
constexpr std::uint64_t kOverflow = 75;          // EOVERFLOW

bool semaphoreAddress(LibraryCall &call, std::uint64_t &semaphore) {
  return call.number(0, "the address of a semaphore", semaphore) &&
         (isNamedSemaphore(semaphore, call.machine.pointerBits()) ||
          placeOf(call, 0, kSemaphore, semaphore));
}

/// Its value, for modification; null with a fault if the semaphore does not exist.
std::uint32_t *valueOf(LibraryCall &call) {
  std::uint64_t semaphore = 0;
  if (!semaphoreAddress(call, semaphore) || !isAlive(call, semaphore, kSemaphore))
    return nullptr;
  std::map<std::uint64_t, std::uint32_t> &all = call.machine.state().ownSync().semaphores;
  const auto at = all.find(semaphore);
  if (at != all.end())
    return &at->second;
  misuse(call, kSemaphore, "is used before it was initialised");
  return nullptr;
}

/// A loop that retries must not appear to change anything: errno is not written if it has the value
/// already.
bool failWith(LibraryCall &call, const Value &error, std::uint64_t result = UINT64_MAX) {
  Interpreter &machine = call.machine;
  std::uint64_t address = 0;
  Value before;
  if (!machine.errorNumber(address) || !machine.load({address, {}}, 32, before))
    return false;
  const bool isThere =
      areNumbers(before, error) ? before.bits == error.bits : before.term == error.term;
  if (!isThere && !machine.store({address, {}}, 32, error))
    return false;
  return call.give(result);
}

bool initialiseSemaphore(LibraryCall &call) {
  std::uint64_t semaphore = 0;
  std::uint64_t value = 0;
  if (!semaphoreAddress(call, semaphore) || !call.number(2, "the value of a semaphore", value))
    return false;
  if (value > kMostValue)
    return failWith(call, {kInvalid, {}});
  if (!beginLife(call, semaphore, kSemaphore))
    return false;
  call.machine.state().ownSync().semaphores[semaphore] = static_cast<std::uint32_t>(value);
  call.machine.noteChange();
  return call.give(0);
}

bool destroySemaphore(LibraryCall &call) {
  std::uint64_t semaphore = 0;
  if (!semaphoreAddress(call, semaphore) || valueOf(call) == nullptr ||
      !endLife(call, semaphore, kSemaphore))
    return false;
  call.machine.state().ownSync().semaphores.erase(semaphore);
  call.machine.noteChange();
  return call.give(0);
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

bool waitForSemaphore(LibraryCall &call) {
  return waitOrFail(call, failForEver);
}
bool tryWait(LibraryCall &call) {
  return waitOrFail(call, failBusy);
}
bool timedSemaphoreWait(LibraryCall &call) {
  return waitOrFail(call, failLate, /*isTimed=*/true);
}

bool post(LibraryCall &call) {
  std::uint32_t *value = valueOf(call);
  if (value == nullptr)
    return false;
  if (*value == kMostValue) { // the driver takes it for a post, which orders threads
    call.machine.noteGap(GapKind::UnmodelledCall,
                         "a semaphore is posted that has its largest value already");
    return failWith(call, {kOverflow, {}});
  }
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

/// The text in argument 0.
bool nameOf(LibraryCall &call, std::string &name) {
  std::uint64_t at = 0;
  if (!call.number(0, "the name of a semaphore", at))
    return false;
  const MemoryObject *object = call.machine.state().memory.objectAt(at);
  if (object == nullptr)
    return call.machine.stopWithFault(FaultKind::InvalidRead,
                                      "the name of a semaphore where no object is");
  for (std::uint64_t i = at - object->base(); i < object->size(); ++i) {
    if (!object->areNumbers(i, 1))
      break;
    if (object->bytes()[i] == 0)
      return call.machine.lookAt(call.argument(0), name.size() + 1);
    name += static_cast<char>(object->bytes()[i]);
  }
  return call.machine.stopWithGap(GapKind::UnmodelledCall,
                                  "the name of a semaphore depends on the input");
}

std::uint32_t numberOf(const std::string &name) {
  std::uint32_t hash = 2166136261; // FNV
  for (const char c : name)
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  return hash;
}

/// Which of several threads opens a name first is not an event.
void noteOthers(LibraryCall &call) {
  const State &state = call.machine.state();
  for (unsigned other = 0; other < state.threads.size(); ++other)
    if (other != call.machine.threadNumber() && state.threads[other].exists &&
        !state.threads[other].ended)
      call.machine.noteGap(GapKind::UnmodelledCall,
                           "which thread is the first to open or remove a named semaphore is not "
                           "followed");
}

/// A name of glibc: no slash but those at its beginning.
bool isValidName(const std::string &name) {
  const std::size_t start = name.find_first_not_of('/');
  return start != std::string::npos && name.find('/', start) == std::string::npos;
}

/// The system decides whether a name can be opened: it may refuse rights, or have no room.
bool mayRefuseToOpen(LibraryCall &call, bool &fails) {
  Interpreter &machine = call.machine;
  MachineThread &thread = machine.thread();
  if (!thread.asked)
    thread.asked = machine.fresh(1, std::string(call.name) + std::string(kFails));
  if (!machine.decide(machine.toBool(*thread.asked), fails))
    return false; // the call is repeated with the answer
  thread.asked.reset();
  return true;
}

/// SEM_FAILED, with any error number.
bool refuseToOpen(LibraryCall &call) {
  constexpr std::uint64_t mostError = 127;
  TermArena &arena = call.machine.arena();
  const Value any = call.machine.fresh(32, call.name);
  return failWith(call,
                  call.machine.toValue(
                      arena.bvAnd(call.machine.toTerm(any, 32), arena.constant(32, mostError))),
                  0);
}

bool openSemaphore(LibraryCall &call) {
  constexpr std::uint64_t creates = 0100;
  constexpr std::uint64_t exclusively = 0200;
  Interpreter &machine = call.machine;
  std::string name;
  std::uint64_t flags = 0;
  std::uint64_t value = 0;
  if (!nameOf(call, name) || !call.number(1, "flags", flags) ||
      ((flags & creates) != 0 && call.count() > 3 &&
       !call.number(3, "the value of a semaphore", value)))
    return false;
  bool fails = !isValidName(name);
  if (!fails && !mayRefuseToOpen(call, fails))
    return false;
  if (fails)
    return refuseToOpen(call);
  const auto known = machine.state().sync().names.find(name);
  const bool exists = known != machine.state().sync().names.end() && known->second.exists;
  if (!exists && value > kMostValue)
    return failWith(call, {kInvalid, {}}, 0);
  if (!exists && (flags & creates) == 0)
    return machine.stopWithGap(GapKind::UnmodelledCall,
                               "a semaphore is opened that another process has made");
  if (exists && (flags & creates) != 0 && (flags & exclusively) != 0) {
    noteOthers(call);
    return failWith(call, {kExists, {}}, 0);
  }
  SyncObjects &sync = machine.state().ownSync();
  NamedSemaphore &named = sync.names[name];
  for (const auto &[other, each] : sync.names)
    if (other != name && namedSemaphore(numberOf(other), 0, machine.pointerBits()) ==
                             namedSemaphore(numberOf(name), 0, machine.pointerBits()))
      return machine.stopWithGap(GapKind::UnmodelledCall,
                                 "two names of semaphores are not told apart");
  const std::uint64_t address = namedSemaphore(numberOf(name), named.opened, machine.pointerBits());
  if (!exists) {
    named.exists = true;
    named.value = static_cast<std::uint32_t>(value);
    sync.semaphores[address] = named.value;
  } else if ((flags & creates) != 0 && named.value != value) {
    noteOthers(call);
  }
  machine.noteChange();
  return call.give(address);
}

bool close(LibraryCall &call) {
  std::uint64_t semaphore = 0;
  return semaphoreAddress(call, semaphore) && call.give(0);
}

bool unlink(LibraryCall &call) {
  std::string name;
  if (!nameOf(call, name))
    return false;
  const auto known = call.machine.state().sync().names.find(name);
  if (known == call.machine.state().sync().names.end() || !known->second.exists)
    return failWith(call, {kMissing, {}});
  noteOthers(call);
  NamedSemaphore &named = call.machine.state().ownSync().names[name];
  named.exists = false;
  if (++named.opened > 0xF)
    return call.machine.stopWithGap(GapKind::Bound, "a semaphore is removed and made many times");
  call.machine.noteChange();
  return call.give(0);
}

constexpr LibraryModel kSemaphoreModels[] = {
    {"sem_open", 2, openSemaphore},
    {"sem_close", 1, close},
    {"sem_unlink", 1, unlink},
    {"sem_init", 3, initialiseSemaphore},
    {"sem_destroy", 1, destroySemaphore},
    {"sem_wait", 1, waitForSemaphore},
    {"sem_trywait", 1, tryWait},
    {"sem_timedwait", 1, timedSemaphoreWait},
    {"sem_post", 1, post},
    {"sem_getvalue", 2, getValue},
};

} // namespace

std::span<const LibraryModel> semaphores() {
  return kSemaphoreModels;
}

} // namespace raceward::models
