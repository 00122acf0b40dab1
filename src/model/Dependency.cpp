#include "raceward/model/Dependency.h"

#include "raceward/model/Mutation.h"

namespace raceward {

bool conflictingAccesses(const Action &a, const Action &b, Dependency dependency) {
  if (mutated(Mutation::DependencyOfMemory))
    return false;
  bool found = false;
  forEachAccess(a, [&](const MemoryAccess &first) {
    if (found)
      return;
    forEachAccess(b, [&](const MemoryAccess &second) {
      const bool atomics = isAtomic(first) && isAtomic(second);
      if (mutated(Mutation::DependencyOfPlain) && !atomics)
        return;
      if (mutated(Mutation::DependencyOfAtomics) && dependency == Dependency::Synchronisation)
        return;
      found |= conflict(first, second) && (dependency == Dependency::EveryConflict || atomics);
    });
  });
  return found;
}

bool dependent(const Event &a, const Event &b, Dependency dependency) {
  if (a.thread == b.thread)
    return !mutated(Mutation::DependencyInThread);
  const Action &first = a.operation.action;
  const Action &second = b.operation.action;
  if (const ObjectId mutex = mutexOf(first); mutex.valid())
    return mutex == mutexOf(second) && !mutated(Mutation::DependencyOfMutexes);
  return conflictingAccesses(first, second, dependency);
}

} // namespace raceward
