#include "raceward/model/CausalOrder.h"

#include <functional>

namespace raceward {

/// Earlier events that the one at `at` depends on, the latest first. Those that a write of
/// the same bytes comes after are left out: it depends on them, so its clock has them.
void CausalOrder::collectConflicts(std::size_t at) {
  candidates_.clear();
  const Action &action = run_[at].operation.action;
  const Footprint &footprint = run_.footprint(at);
  if (footprint.size == Footprint::Size::None)
    return;
  if (footprint.size == Footprint::Size::One)
    return collectConflictsOf(at, footprint.access);
  if (const auto *await = std::get_if<Await>(&action))
    for (const Address &address : await->at)
      collectConflictsOf(at, {address, AccessKind::Read, MemoryOrder::Plain});
  else
    forEachAccess(action, [&](const MemoryAccess &access) { collectConflictsOf(at, access); });
  std::sort(candidates_.begin(), candidates_.end(), std::greater<>());
  candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
}

void CausalOrder::collectConflictsOf(std::size_t at, const MemoryAccess &access) {
  const Event &event = run_[at];
  const bool await = std::holds_alternative<Await>(event.operation.action);
  if (dependency_ == Dependency::Synchronisation && !isAtomic(access) && access.at.exact &&
      !await && !run_.watched(access.at.object))
    return;
  auto list = run_.near(access.at, Run::kindOf(!writes(access.kind), false));
  for (std::uint32_t place = 0; list.next(place);) {
    if (place >= at)
      continue;
    const Event &earlier = run_[place];
    if (earlier.thread != event.thread &&
        conflictingAccesses(earlier.operation.action, event.operation.action, dependency_))
      candidates_.push_back(place);
    if (hides(place, access) && !mutated(Mutation::CausalMemoryBetween))
      return;
  }
}

/// Whether whatever an access depends on and comes before the event is covered by the event,
/// if the access depends on it: a write of all its bytes that depends on as much. An event
/// that data may lead elsewhere covers nothing. If only synchronisation counts, plain accesses
/// depend on some events that others do not, so they are never covered.
bool CausalOrder::hides(std::size_t earlier, const MemoryAccess &access) const {
  const bool all = dependency_ == Dependency::EveryConflict;
  if (!all && !(isAtomic(access) && access.at.exact))
    return false;
  const auto covers = [&](const MemoryAccess &write) {
    return writes(write.kind) && write.at.exact && (all || isAtomic(write)) &&
           write.at.object == access.at.object && write.at.offset <= access.at.offset &&
           write.at.offset + write.at.bytes >= access.at.offset + access.at.bytes;
  };
  const Footprint &footprint = run_.footprint(earlier);
  if (footprint.size == Footprint::Size::One)
    return covers(footprint.access);
  bool found = false;
  forEachAccess(run_[earlier].operation.action,
                [&](const MemoryAccess &write) { found |= covers(write); });
  return found;
}

// Acquisitions follow each other through the unlock between them, so the plain test
// "nothing stands between" would never find them. They race if the later one is ordered
// after the earlier one by nothing but the mutex itself (rule R8).
std::uint32_t CausalOrder::earlierLock(ThreadId thread, std::uint32_t lock,
                                       const VectorClock &clock) const {
  if (lock == Run::kNone || run_[lock].thread == thread || mutated(Mutation::CausalLockReversal))
    return Run::kNone;
  if (clock.covers(epochOf(run_[lock])) && !mutated(Mutation::CausalLockBetween))
    return Run::kNone;
  return lock;
}

void CausalOrder::start(std::size_t at) {
  if (clocks_.size() <= at) {
    clocks_.resize(at + 1);
    reversible_.resize(at + 1);
  }
  reversible_[at].clear();
  run_.startClock(at, clocks_);
}

void CausalOrder::extend() {
  const std::size_t at = run_.size() - 1;
  start(at);
  const Event &event = run_[at];
  if (const ObjectId mutex = mutexOf(event.operation.action); mutex.valid())
    extendByMutex(at, mutex);
  else
    extendByMemory(at);
  clocks_[at].advanceTo(epochOf(event));
}

void CausalOrder::rebuild(const CriticalSections &sections) {
  for (std::size_t at = 0; at < run_.size(); ++at) {
    start(at);
    const Action &action = run_[at].operation.action;
    if (const ObjectId mutex = mutexOf(action); !mutex.valid())
      extendByMemory(at);
    else if (!sections.lazy(mutex))
      extendByMutex(at, mutex);
    else if (std::holds_alternative<Lock>(action))
      extendBySections(at, sections);
    clocks_[at].advanceTo(epochOf(run_[at]));
  }
}

// Acquisitions and releases of one mutex are in one chain: the last one speaks for all before
// it. Failed attempts hang between two of them. An attempt is never blocked, so it can be
// swapped with what comes next to it like any access.
void CausalOrder::extendByMutex(std::size_t at, ObjectId mutex) {
  const Action &action = run_[at].operation.action;
  VectorClock &clock = clocks_[at];
  if (const auto *blocking = std::get_if<Lock>(&action);
      blocking != nullptr && !blocking->attempt) {
    const std::uint32_t lock = earlierLock(run_[at].thread, run_.lockBefore(mutex, at), clock);
    if (lock != Run::kNone)
      reversible_[at].push_back(lock);
  }
  if (mutated(Mutation::CausalLockEdge))
    return;
  const bool failed = std::holds_alternative<TryLock>(action);
  const auto list = run_.touching(mutex);
  for (std::size_t i = list.size(); i-- > 0;) {
    if (list[i] >= at)
      continue;
    const Action &earlier = run_[list[i]].operation.action;
    const bool earlierFailed = std::holds_alternative<TryLock>(earlier);
    if (!(failed && earlierFailed) && !clock.covers(epochOf(run_[list[i]]))) {
      if ((earlierFailed || isAttempt(action)) && !mutated(Mutation::CausalAttempts))
        reversible_[at].push_back(list[i]);
      clock.join(clocks_[list[i]]);
    }
    if (!earlierFailed)
      return;
  }
}

// No chain: a section follows those that it depends on, and may be reversed with each of
// them that no other one comes after.
void CausalOrder::extendBySections(std::size_t at, const CriticalSections &sections) {
  VectorClock &clock = clocks_[at];
  sections.forEachDependentBefore(at, [&](const CriticalSections::Section &earlier) {
    if (clock.covers(epochOf(run_[earlier.unlock])))
      return;
    if (earlierLock(run_[at].thread, earlier.lock, clock) != Run::kNone)
      reversible_[at].push_back(earlier.lock);
    clock.join(clocks_[earlier.unlock]);
  });
}

// Latest first: whatever an event taken in already covers has something in between.
void CausalOrder::extendByMemory(std::size_t at) {
  VectorClock &clock = clocks_[at];
  collectConflicts(at);
  for (const std::uint32_t earlier : candidates_) {
    if (clock.covers(epochOf(run_[earlier])) && !mutated(Mutation::CausalMemoryBetween))
      continue;
    reversible_[at].push_back(earlier);
    if (!mutated(Mutation::CausalMemoryEdge))
      clock.join(clocks_[earlier]);
  }
}

std::uint32_t CausalOrder::reversibleWithPending(ThreadId thread, const Action &action) const {
  const auto *lock = std::get_if<Lock>(&action);
  if (lock == nullptr)
    return Run::kNone; // nothing that ends a join can come after it
  const std::uint32_t predecessor = run_.predecessor(thread);
  static const VectorClock nothing;
  return earlierLock(thread, run_.lockBefore(lock->mutex, run_.size()),
                     predecessor == Run::kNone ? nothing : clocks_[predecessor]);
}

} // namespace raceward
