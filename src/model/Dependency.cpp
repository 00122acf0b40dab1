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
  if (!conflict(a, b))
    return false;
  if (dependency == Dependency::EveryConflict || atomics)
    return true;
  // Overlapping ranges may share no byte. Then they do not race, yet one access may be what the
  // other's thread was waiting for.
  return (isAtomic(a) || isAtomic(b)) && !(a.at.exact && b.at.exact);
}

/// Independent of the question asked, since it concerns enabledness.
bool wakes(const Action &action, const Await &await) {
  if (mutated(Mutation::DependencyOfAwait))
    return false;
  bool found = false;
  forEachAccess(action, [&](const MemoryAccess &access) {
    for (const Address &at : await.at)
      found |= writes(access.kind) && overlap(access.at, at);
  });
  return found;
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
  if (const auto *await = std::get_if<Await>(&a))
    return wakes(b, *await);
  if (const auto *await = std::get_if<Await>(&b))
    return wakes(a, *await);
  bool found = false;
  forEachAccess(a, [&](const MemoryAccess &one) {
    forEachAccess(
        b, [&](const MemoryAccess &other) { found |= dependentAccesses(one, other, dependency); });
  });
  return found;
}

bool dependentAtMeetingPoint(const Action &a, const Action &b) {
  const auto either = [&]<typename Kind>(Kind) {
    return std::holds_alternative<Kind>(a) || std::holds_alternative<Kind>(b);
  };
  const auto both = [&]<typename Kind>(Kind) {
    return std::holds_alternative<Kind>(a) && std::holds_alternative<Kind>(b);
  };
  switch (familyOf(a)) {
  case ActionFamily::Lock:
    if (both(FailedTryLock{}) && !mutated(Mutation::DependencyOfFailures))
      return false;
    if (isReaders(a) && isReaders(b))
      return false;
    if (isReaders(a) || isReaders(b))
      return !mutated(either(FailedTryLock{}) ? Mutation::DependencyOfReadersAndFailures
                                              : Mutation::DependencyOfReadersAndWriters);
    return !mutated(Mutation::DependencyOfMutexes);
  case ActionFamily::Semaphore:
    if (both(SemaphorePost{}) || both(SemaphoreRead{}))
      return false;
    if (either(SemaphoreRead{}))
      return !mutated(Mutation::DependencyOfLooks);
    return !mutated(both(SemaphoreWait{}) ? Mutation::DependencyOfWaits
                                          : Mutation::DependencyOfPosts);
  case ActionFamily::Barrier:
    return !mutated(Mutation::DependencyOfArrivals);
  case ActionFamily::Memory:
  case ActionFamily::Fence:
  case ActionFamily::Thread:
  case ActionFamily::Data: // they meet at nothing
    return false;
  }
  return true;
}

bool dependent(const Event &a, const Event &b, Dependency dependency) {
  if (a.thread == b.thread)
    return !mutated(Mutation::DependencyInThread);
  const Action &first = a.operation.action;
  const Action &second = b.operation.action;
  if (const ObjectId object = meetingPointOf(first); object.valid())
    return object == meetingPointOf(second) && dependentAtMeetingPoint(first, second);
  return conflictingAccesses(first, second, dependency);
}

} // namespace raceward
