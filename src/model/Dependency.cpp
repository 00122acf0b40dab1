#include "raceward/model/Dependency.h"

namespace raceward {
namespace {

// Creation comes before all that the thread does, and a join after it.
bool managesThread(const Action &action, ThreadId thread) {
  if (const auto *create = std::get_if<Create>(&action))
    return create->child == thread;
  if (const auto *join = std::get_if<Join>(&action))
    return join->target == thread;
  return false;
}

} // namespace

bool conflictingAccesses(const Action &a, const Action &b, Dependency dependency) {
  bool found = false;
  forEachAccess(a, [&](const MemoryAccess &first) {
    if (found)
      return;
    forEachAccess(b, [&](const MemoryAccess &second) {
      found |= conflict(first, second) &&
               (dependency == Dependency::EveryConflict || (isAtomic(first) && isAtomic(second)));
    });
  });
  return found;
}

bool dependent(const Event &a, const Event &b, Dependency dependency) {
  if (a.thread == b.thread)
    return true;
  const Action &first = a.operation.action;
  const Action &second = b.operation.action;
  if (const ObjectId mutex = mutexOf(first); mutex.valid())
    return mutex == mutexOf(second);
  if (managesThread(first, b.thread) || managesThread(second, a.thread))
    return true;
  return conflictingAccesses(first, second, dependency);
}

} // namespace raceward
