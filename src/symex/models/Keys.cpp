// Keys of thread-specific data. A key is numbered by its creating thread and count, or as a system
// does where a run stands for itself only; its value belongs to each thread. Destructors:
// Interpreter::endThread().
#include "../Handles.h"
#include "../World.h"
#include "SyncLife.h"

#include <algorithm>

namespace raceward::models {

namespace {

constexpr std::uint32_t kMostKeys = 1024; // PTHREAD_KEYS_MAX

bool createKey(LibraryCall &call, std::uint64_t failure) {
  Interpreter &machine = call.machine;
  std::uint64_t destructor = 0;
  if (!call.number(1, "a function pointer", destructor))
    return false;
  if (machine.thread().keysCreated >= kMostKeys)
    return call.give(failure);
  if (machine.world().drawn && machine.state().sync().keys.size() >= kMostKeys - kSmallKeys)
    return call.give(failure);
  const std::uint32_t key =
      machine.world().drawn
          ? kSmallKeys + static_cast<std::uint32_t>(machine.state().sync().keys.size())
          : kKeys + machine.threadNumber() * kMostKeys + machine.thread().keysCreated;
  if (!machine.store(call.argument(0), 32, {key, {}}))
    return false;
  ++machine.thread().keysCreated;
  machine.state().ownSync().keys[key] = {destructor, false};
  return call.give(0);
}

bool createPosix(LibraryCall &call) {
  return createKey(call, kTryAgain);
}
bool createKeyC11(LibraryCall &call) {
  return createKey(call, kC11Error);
}

bool keyOf(LibraryCall &call, std::uint32_t &key) {
  std::uint64_t number = 0;
  if (!call.number(0, "a key of thread-specific data", number))
    return false;
  key = static_cast<std::uint32_t>(number);
  const auto &all = call.machine.state().sync().keys;
  const auto at = all.find(key);
  return (at != all.end() && !at->second.isDeleted) ||
         call.machine.stopWithFault(FaultKind::Misuse,
                                    "a key is used that was not created, or was deleted");
}

/// The end of a thread is not an event, so that the search does not follow both orders.
bool othersMayEnd(LibraryCall &call) {
  const State &state = call.machine.state();
  for (unsigned other = 0; other < state.threads.size(); ++other)
    if (other != call.machine.threadNumber() && state.threads[other].exists &&
        !state.threads[other].joined)
      return true;
  return false;
}

bool remove(LibraryCall &call) {
  std::uint32_t key = 0;
  if (!keyOf(call, key))
    return false;
  KeyState &state = call.machine.state().ownSync().keys[key];
  state.isDeleted = true;
  if (state.destructor != 0 && othersMayEnd(call))
    call.machine.noteGap(GapKind::UnmodelledCall,
                         "whether threads end before a key is deleted, and so whether its "
                         "destructor is called, is not followed");
  call.machine.noteChange();
  return call.give(0);
}

bool setKey(LibraryCall &call) {
  std::uint32_t key = 0;
  if (!keyOf(call, key))
    return false;
  auto &values = call.machine.thread().keyValues;
  const auto at = std::ranges::find(values, key, &std::pair<std::uint32_t, Value>::first);
  if (at != values.end())
    at->second = call.argument(1);
  else
    values.emplace_back(key, call.argument(1));
  call.machine.noteChange();
  return call.give(0);
}

bool get(LibraryCall &call) {
  std::uint32_t key = 0;
  if (!keyOf(call, key))
    return false;
  const auto &values = call.machine.thread().keyValues;
  const auto at = std::ranges::find(values, key, &std::pair<std::uint32_t, Value>::first);
  return call.give(at != values.end() ? at->second : Value{0, {}});
}

constexpr LibraryModel kKeyModels[] = {
    {"pthread_key_create", 2, createPosix},
    {"pthread_key_delete", 1, remove},
    {"pthread_setspecific", 2, setKey},
    {"pthread_getspecific", 1, get},
    {"tss_create", 2, createKeyC11},
    {"tss_delete", 1, remove},
    {"tss_set", 2, setKey},
    {"tss_get", 1, get},
};

} // namespace

std::span<const LibraryModel> keys() {
  return kKeyModels;
}

} // namespace raceward::models
