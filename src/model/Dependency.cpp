#include "raceward/model/Dependency.h"

#include "raceward/model/Mutation.h"

namespace raceward {

namespace {

bool dependentAccesses(const MemoryAccess &a, const MemoryAccess &b, Dependency dependency) {
  const bool atomics = isAtomic(a) && isAtomic(b);
  if (mutated(Mutation::DependencyOfPlain) && !atomics)
    return false;
  if (mutated(Mutation::DependencyOfAtomics) && dependency == Dependency::Synchronisation)
    return false;
  return conflict(a, b) && (dependency == Dependency::EveryConflict || atomics);
}

} // namespace

bool conflictingAccesses(const Action &a, const Action &b, Dependency dependency) {
  if (mutated(Mutation::DependencyOfMemory))
    return false;
  const Footprint first = footprintOf(a);
  const Footprint second = footprintOf(b);
  if (first.size == Footprint::Size::None || second.size == Footprint::Size::None)
    return false;
  if (first.size == Footprint::Size::One && second.size == Footprint::Size::One)
    return dependentAccesses(first.access, second.access, dependency);
  bool found = false;
  forEachAccess(a, [&](const MemoryAccess &one) {
    forEachAccess(
        b, [&](const MemoryAccess &other) { found |= dependentAccesses(one, other, dependency); });
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
