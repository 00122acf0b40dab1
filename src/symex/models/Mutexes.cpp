// Mutexes: who holds which is kept beside the memory, because no program may look into
// one. A static initialiser and pthread_mutex_init() leave it unlocked.
#include "../LibraryModel.h"

namespace raceward::models {

namespace {

bool initialiseOrDestroy(LibraryCall &call) {
  std::uint64_t mutex = 0;
  if (!call.number(0, "the address of a mutex", mutex))
    return false;
  for (const auto &[other, owner] : call.machine.state().heldMutexes)
    if (other == mutex)
      return call.machine.stopWithFault(FaultKind::Misuse,
                                        "a mutex is initialised or destroyed while it is held");
  return call.give(0);
}

/// Whoever drives threads lets a thread come here only when the mutex is free.
bool lock(LibraryCall &call) {
  std::uint64_t mutex = 0;
  if (!call.number(0, "the address of a mutex", mutex))
    return false;
  auto &held = call.machine.state().heldMutexes;
  for (const auto &[other, owner] : held)
    if (other == mutex)
      return call.machine.stopWithGap(GapKind::UnmodelledCall,
                                      "a mutex is locked that the thread holds already");
  held.emplace_back(mutex, call.machine.threadNumber());
  return call.give(0);
}

bool unlock(LibraryCall &call) {
  std::uint64_t mutex = 0;
  if (!call.number(0, "the address of a mutex", mutex))
    return false;
  auto &held = call.machine.state().heldMutexes;
  if (std::erase(held, std::pair(mutex, call.machine.threadNumber())) == 0)
    return call.machine.stopWithFault(FaultKind::Misuse,
                                      "a mutex is unlocked that the thread does not hold");
  return call.give(0);
}

constexpr LibraryModel kModels[] = {
    {"pthread_mutex_init", 2, initialiseOrDestroy},
    {"pthread_mutex_destroy", 1, initialiseOrDestroy},
    {"pthread_mutex_lock", 1, lock},
    {"pthread_mutex_unlock", 1, unlock},
};

} // namespace

std::span<const LibraryModel> mutexes() {
  return kModels;
}

} // namespace raceward::models
