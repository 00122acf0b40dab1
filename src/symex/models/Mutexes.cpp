// Mutexes of a program without other threads: nobody else can hold one.
#include "../LibraryModel.h"

namespace raceward::models {

namespace {

bool nothing(LibraryCall &call) {
  return call.give(0);
}

/// A static initialiser and pthread_mutex_init() leave it unlocked; who holds it is kept
/// beside the memory, because no program may look into a mutex.
bool lock(LibraryCall &call) {
  std::uint64_t mutex = 0;
  if (!call.number(0, "the address of a mutex", mutex))
    return false;
  std::vector<std::uint64_t> &held = call.machine.state().heldMutexes;
  for (const std::uint64_t other : held)
    if (other == mutex)
      return call.machine.stopWithGap(GapKind::UnmodelledCall,
                                      "a mutex is locked that the thread holds already");
  held.push_back(mutex);
  return call.give(0);
}

bool unlock(LibraryCall &call) {
  std::uint64_t mutex = 0;
  if (!call.number(0, "the address of a mutex", mutex))
    return false;
  if (std::erase(call.machine.state().heldMutexes, mutex) == 0)
    return call.machine.stopWithFault(FaultKind::Misuse,
                                      "a mutex is unlocked that the thread does not hold");
  return call.give(0);
}

constexpr LibraryModel kModels[] = {
    {"pthread_mutex_init", 2, nothing},
    {"pthread_mutex_destroy", 1, nothing},
    {"pthread_mutex_lock", 1, lock},
    {"pthread_mutex_unlock", 1, unlock},
};

} // namespace

std::span<const LibraryModel> mutexes() {
  return kModels;
}

} // namespace raceward::models
