#include "raceward/model/CausalOrder.h"

#include <functional>

namespace raceward {

/// Earlier events that the one at `at` depends on, the latest first. Events before a write that
/// covers the same bytes are omitted: that write depends on them, so its clock includes them.
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

/// Whether the earlier event makes all events before it irrelevant for the access: it is a write of
/// all its bytes and so depends on everything the access would depend on. An event with an inexact
/// address covers nothing. If only synchronisation counts, plain accesses depend on some events
/// that others do not, so they are never covered.
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
// after the earlier one by nothing but the lock itself (rule R8).
bool CausalOrder::raceOfAcquisitions(ThreadId thread, std::uint32_t earlier,
                                     const VectorClock &clock) const {
  if (run_[earlier].thread == thread || mutated(Mutation::CausalLockReversal))
    return false;
  return !clock.covers(epochOf(run_[earlier])) || mutated(Mutation::CausalLockBetween);
}

/// The operations a writer waited for: the readers since the last writer, or else that writer.
void CausalOrder::writerBlockedBy(ThreadId thread, ObjectId lock, std::size_t at,
                                  const VectorClock &clock,
                                  std::vector<std::uint32_t> &found) const {
  const std::size_t none = found.size();
  const auto list = run_.touchingBefore(lock, Run::Kind::All, at);
  for (std::size_t i = list.size(); i-- > 0;) {
    const Action &earlier = run_[list[i]].operation.action;
    const bool writer = std::holds_alternative<Lock>(earlier);
    if ((writer ? found.size() == none
                : std::holds_alternative<ReadLock>(earlier) && !mutated(Mutation::CausalReaders)) &&
        raceOfAcquisitions(thread, list[i], clock))
      found.push_back(list[i]);
    if (writer)
      return;
  }
}

/// Appends the last acquisition of this type, if an operation on the same object waited for it.
template <typename Acquisition>
void CausalOrder::blockedByLast(ThreadId thread, ObjectId object, std::size_t at,
                                const VectorClock &clock, std::vector<std::uint32_t> &found) const {
  const auto writes = run_.touchingBefore(object, Run::Kind::Writes, at);
  for (std::size_t i = writes.size(); i-- > 0;)
    if (std::holds_alternative<Acquisition>(run_[writes[i]].operation.action)) {
      if (raceOfAcquisitions(thread, writes[i], clock))
        found.push_back(writes[i]);
      return;
    }
}

/// Appends the events that an operation, about to be performed at position `at` by a thread with
/// this clock, has waited for or may have waited for, and could have preceded.
void CausalOrder::blockedBy(ThreadId thread, const Action &action, std::size_t at,
                            const VectorClock &clock, std::vector<std::uint32_t> &found) const {
  if (isAttempt(action))
    return;
  switch (familyOf(action)) {
  case ActionFamily::Lock:
    if (const auto *lock = std::get_if<Lock>(&action))
      writerBlockedBy(thread, lock->mutex, at, clock, found);
    else if (const auto *readLock = std::get_if<ReadLock>(&action))
      blockedByLast<Lock>(thread, readLock->mutex, at, clock, found);
    return;
  case ActionFamily::Semaphore:
    // Where the last wait could proceed, this one could have proceeded instead.
    if (const auto *wait = std::get_if<SemaphoreWait>(&action);
        wait != nullptr && !mutated(Mutation::CausalWaits))
      blockedByLast<SemaphoreWait>(thread, wait->meetingPoint, at, clock, found);
    return;
  case ActionFamily::Barrier: // no arrival could have come after the pass that waits for it
  case ActionFamily::Memory:
  case ActionFamily::Fence:
  case ActionFamily::Thread:
  case ActionFamily::Data:
    return;
  }
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
  extendByAction(at);
  clocks_[at].advanceTo(epochOf(run_[at]));
}

void CausalOrder::extendByAction(std::size_t at) {
  const Action &action = run_[at].operation.action;
  switch (familyOf(action)) {
  case ActionFamily::Memory:
    return extendByMemory(at);
  case ActionFamily::Lock:
  case ActionFamily::Semaphore:
    return extendAtMeetingPoint(at, meetingPointOf(action));
  case ActionFamily::Barrier:
    if (const auto *pass = std::get_if<Pass>(&action))
      return extendByPass(at, *pass);
    return extendAtMeetingPoint(at, meetingPointOf(action));
  case ActionFamily::Fence:  // ordered by its thread alone
  case ActionFamily::Thread: // Run::startClock() has creation and join
  case ActionFamily::Data:
    return;
  }
}

void CausalOrder::rebuild(const CriticalSections &sections) {
  for (std::size_t at = 0; at < run_.size(); ++at) {
    start(at);
    const Action &action = run_[at].operation.action;
    if (const ObjectId mutex = mutexOf(action); !mutex.valid() || !sections.lazy(mutex))
      extendByAction(at);
    else if (std::holds_alternative<Lock>(action))
      extendBySections(at, sections);
    clocks_[at].advanceTo(epochOf(run_[at]));
  }
}

namespace {

/// The operation depends on all earlier operations of its object, so its clock subsumes theirs.
bool speaksForAllBefore(const Action &action) {
  switch (familyOf(action)) {
  case ActionFamily::Lock:
    return std::holds_alternative<Lock>(action) || std::holds_alternative<Unlock>(action);
  case ActionFamily::Semaphore:
    return std::holds_alternative<SemaphoreWait>(action);
  case ActionFamily::Barrier:
    return std::holds_alternative<Arrive>(action);
  case ActionFamily::Memory:
  case ActionFamily::Fence:
  case ActionFamily::Thread:
  case ActionFamily::Data:
    return false;
  }
  return false;
}

/// Whether the later of two adjacent operations could have come first. An operation that blocks
/// could not precede the one it waited for; blockedBy() handles that case. (A wait might have
/// preceded a post: only the machine knows the semaphore's count.)
bool couldHaveComeFirst(const Action &earlier, const Action &later) {
  switch (familyOf(later)) {
  case ActionFamily::Lock:
    return (std::holds_alternative<FailedTryLock>(earlier) || isAttempt(later)) &&
           !mutated(Mutation::CausalAttempts);
  case ActionFamily::Semaphore:
    return !std::holds_alternative<SemaphoreWait>(later) || isAttempt(later) ||
           !std::holds_alternative<SemaphoreWait>(earlier);
  case ActionFamily::Barrier:
  case ActionFamily::Memory:
  case ActionFamily::Fence:
  case ActionFamily::Thread:
  case ActionFamily::Data:
    return true;
  }
  return true;
}

/// A superset of the operations of its object that this one depends on.
Run::Kind whatMayMatter(const Action &action) {
  return isReaders(action) || std::holds_alternative<SemaphorePost>(action) ? Run::Kind::Writes
                                                                            : Run::Kind::All;
}

} // namespace

// Latest first, up to an operation that subsumes all earlier ones: an event that a joined clock
// already covers is not adjacent.
void CausalOrder::extendAtMeetingPoint(std::size_t at, ObjectId object) {
  const Action &action = run_[at].operation.action;
  VectorClock &clock = clocks_[at];
  blockedBy(run_[at].thread, action, at, clock, reversible_[at]);
  if (mutated(Mutation::CausalLockEdge))
    return;
  const auto list = run_.touchingBefore(object, whatMayMatter(action), at);
  for (std::size_t i = list.size(); i-- > 0;) {
    const Action &earlier = run_[list[i]].operation.action;
    if (dependentAtMeetingPoint(earlier, action) && !clock.covers(epochOf(run_[list[i]]))) {
      if (couldHaveComeFirst(earlier, action))
        reversible_[at].push_back(list[i]);
      clock.join(clocks_[list[i]]);
    }
    if (speaksForAllBefore(earlier))
      return;
  }
}

// Arrivals form one chain. No arrival that a pass waits for could have come after it.
void CausalOrder::extendByPass(std::size_t at, const Pass &pass) {
  const auto arrivals = run_.touching(pass.barrier);
  const std::size_t end = std::size_t{pass.first} + pass.count;
  if (end != 0 && end <= arrivals.size() && !mutated(Mutation::CausalPass))
    clocks_[at].join(clocks_[arrivals[end - 1]]);
}

// Sections do not form a chain: a section follows those that it depends on, and is reversible with
// each of them that no other section follows.
void CausalOrder::extendBySections(std::size_t at, const CriticalSections &sections) {
  VectorClock &clock = clocks_[at];
  sections.forEachDependentBefore(at, [&](const CriticalSections::Section &earlier) {
    if (clock.covers(epochOf(run_[earlier.unlock])))
      return;
    if (raceOfAcquisitions(run_[at].thread, earlier.lock, clock))
      reversible_[at].push_back(earlier.lock);
    clock.join(clocks_[earlier.unlock]);
  });
}

// Latest first: an event that a joined clock already covers is not adjacent.
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

// Nothing that ends a join can come after it, nor an arrival after a pass that waits for it.
void CausalOrder::reversibleWithPending(ThreadId thread, const Action &action,
                                        std::vector<std::uint32_t> &found) const {
  const std::uint32_t predecessor = run_.predecessor(thread);
  static const VectorClock nothing;
  blockedBy(thread, action, run_.size(), predecessor == Run::kNone ? nothing : clocks_[predecessor],
            found);
}

} // namespace raceward
