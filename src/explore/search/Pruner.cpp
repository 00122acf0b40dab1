#include "search/Pruner.h"

#include <algorithm>

namespace raceward {

namespace {

using Meeting = FutureMeeting::Kind;

bool isLockMeeting(Meeting kind) {
  return kind <= Meeting::ReadUnlock;
}
bool isSemaphoreMeeting(Meeting kind) {
  return kind >= Meeting::Post && kind <= Meeting::Look;
}

/// Updates the held locks by a lock operation. A reader's second lock is not counted, so that the
/// first unlock ends both.
void follow(const Action &action, HeldLocks &held) {
  const ObjectId mutex = mutexOf(action);
  if (!mutex.valid() || std::holds_alternative<FailedTryLock>(action))
    return;
  std::erase_if(held, [&](const CertainLock &lock) { return lock.lock == mutex; });
  const bool exclusive = std::holds_alternative<Lock>(action);
  if (!exclusive && !std::holds_alternative<ReadLock>(action))
    return;
  const CertainLock lock{mutex, exclusive};
  held.insert(std::lower_bound(held.begin(), held.end(), lock), lock);
}

/// The ranges mean nothing if the object of an access is not known.
bool mayOverlap(const Address &a, const Address &b) {
  return !a.object.valid() || !b.object.valid() || overlap(a, b);
}
bool mayConflict(const MemoryAccess &a, const MemoryAccess &b) {
  return (writes(a.kind) || writes(b.kind)) && mayOverlap(a.at, b.at);
}
/// Whether there are runs that differ in the order of the two. While a thread holds a lock no other
/// thread acquires it, so an unlock depends on attempts only.
bool mayDependAtLock(const Action &action, Meeting kind) {
  const bool reader =
      kind == Meeting::ReadLock || kind == Meeting::TryReadLock || kind == Meeting::ReadUnlock;
  if (isReaders(action) && reader)
    return false;
  const bool attempt = kind == Meeting::TryLock || kind == Meeting::TryReadLock;
  if (std::holds_alternative<Unlock>(action) || std::holds_alternative<ReadUnlock>(action))
    return attempt;
  return (kind != Meeting::Unlock && kind != Meeting::ReadUnlock) || isAttempt(action);
}

bool mayDependAtMeetingPoint(const Action &action, ObjectId object, const FutureMeeting &meeting) {
  if (meeting.object.valid() && meeting.object != object)
    return false;
  if (mutexOf(action).valid())
    return isLockMeeting(meeting.kind) && mayDependAtLock(action, meeting.kind);
  if (familyOf(action) == ActionFamily::Semaphore)
    return isSemaphoreMeeting(meeting.kind) &&
           !(std::holds_alternative<SemaphorePost>(action) && meeting.kind == Meeting::Post);
  // Of a family without meetings of its own nothing is known.
  return familyOf(action) != ActionFamily::Barrier || meeting.kind == Meeting::Arrive;
}

bool isSimple(const Action &action) {
  bool simple = !isAttempt(action) && !std::holds_alternative<Section>(action) &&
                !std::holds_alternative<Await>(action) && !std::holds_alternative<Fence>(action);
  forEachAccess(action, [&](const MemoryAccess &access) {
    simple = simple && !isAtomic(access) && access.at.exact;
  });
  return simple;
}

bool isSimple(const Deeds &deeds) {
  return !deeds.anything && !deeds.mayWait &&
         std::none_of(deeds.accesses.begin(), deeds.accesses.end(),
                      [](const FutureAccess &future) { return isAtomic(future.access); }) &&
         std::none_of(
             deeds.meetings.begin(), deeds.meetings.end(), [](const FutureMeeting &meeting) {
               return meeting.kind == Meeting::TryLock || meeting.kind == Meeting::TryReadLock ||
                      meeting.kind == Meeting::Look;
             });
}

} // namespace

void Pruner::extend() {
  const std::size_t at = run_.size() - 1;
  if (locksAfter_.size() <= at)
    locksAfter_.resize(at + 1);
  const auto mine = run_.eventsOf(run_[at].thread);
  if (mine.size() > 1)
    locksAfter_[at] = locksAfter_[mine[mine.size() - 2]];
  else
    locksAfter_[at].clear();
  follow(run_[at].operation.action, locksAfter_[at]);
  simpleUntil_.resize(at);
  simpleUntil_.push_back((at == 0 || simpleUntil_[at - 1]) &&
                         raceward::isSimple(run_[at].operation.action));
}

void Pruner::findLive() {
  live_.clear();
  for (const auto threads : {machine_.enabled(), machine_.disabled()})
    for (const ThreadId thread : threads)
      live_.push_back({thread, nullptr});
  for (Live &live : live_)
    live.future = &machine_.mayStillDo(live.thread);
}

bool Pruner::canRace(const FutureAccess &a, const FutureAccess &b) const {
  if (!mayConflict(a.access, b.access) || (isAtomic(a.access) && isAtomic(b.access)))
    return false;
  if (a.site.valid() && b.site.valid() && !machine_.areSuspects(a.site, b.site))
    return false;
  const std::size_t paths = mutated(Mutation::PruningPaths) ? 1 : SIZE_MAX;
  for (std::size_t i = 0; i < std::min(a.locksets.size(), paths); ++i)
    for (std::size_t j = 0; j < std::min(b.locksets.size(), paths); ++j)
      if (!haveCommonLock(a.locksets[i], b.locksets[j]))
        return true;
  return false;
}

bool Pruner::canRace(const Deeds &a, const Deeds &b) const {
  if (a.anything || b.anything)
    return true;
  for (const FutureAccess &first : a.accesses)
    for (const FutureAccess &second : b.accesses)
      if (canRace(first, second))
        return true;
  return false;
}

/// Races of the thread with those that it may create, and of these with each other.
bool Pruner::canRaceAlone(const Future &future) const {
  if (future.own.anything)
    return true;
  if (mutated(Mutation::PruningCreated))
    return false;
  for (std::size_t i = 0; i < future.created.size(); ++i) {
    if (canRace(future.own, future.created[i]))
      return true;
    for (std::size_t j = 0; j < i; ++j)
      if (canRace(future.created[j], future.created[i]))
        return true;
  }
  return false;
}

bool Pruner::canRace(const Future &a, const Future &b) const {
  if (canRace(a.own, b.own))
    return true;
  if (mutated(Mutation::PruningCreated))
    return false;
  for (const Deeds &first : a.created) {
    if (canRace(first, b.own))
      return true;
    for (const Deeds &second : b.created)
      if (canRace(first, second))
        return true;
  }
  return std::any_of(b.created.begin(), b.created.end(),
                     [&](const Deeds &second) { return canRace(a.own, second); });
}

bool Pruner::isFutureSafe() {
  findLive();
  const auto remembered = [&](const Future *a, const Future *b, auto answer) {
    const auto [place, isNew] = canRace_.try_emplace(std::minmax(a, b));
    if (isNew)
      place->second = answer();
    return place->second;
  };
  for (std::size_t i = 0; i < live_.size(); ++i) {
    const Future *mine = live_[i].future;
    // Key for a single future: no future has the null address.
    if (remembered(nullptr, mine, [&] { return canRaceAlone(*mine); }))
      return false;
    for (std::size_t j = 0; j < i; ++j)
      if (remembered(live_[j].future, mine, [&] { return canRace(*live_[j].future, *mine); }))
        return false;
  }
  return true;
}

/// The two accesses cannot both be next: they share a lock, or the sites are not suspects.
bool Pruner::isProtected(std::size_t at, const FutureAccess &future) const {
  const SiteId site = machine_.accessSiteAt(run_[at].operation.at);
  return (site.valid() && future.site.valid() && !machine_.areSuspects(site, future.site)) ||
         std::all_of(future.locksets.begin(), future.locksets.end(), [&](const HeldLocks &locks) {
           return haveCommonLock(locks, locksAfter_[at]);
         });
}

bool Pruner::canRaceWithPast(std::size_t at, const Deeds &deeds) const {
  bool found = false;
  forEachAccess(run_[at].operation.action, [&](const MemoryAccess &access) {
    for (const FutureAccess &future : deeds.accesses)
      found = found || (mayConflict(access, future.access) &&
                        !(isAtomic(access) && isAtomic(future.access)) && !isProtected(at, future));
  });
  return found;
}

bool Pruner::isPastSafe() const {
  for (const Live &live : live_) {
    const std::uint32_t last = run_.predecessor(live.thread);
    for (std::size_t at = 0; at < run_.size(); ++at) {
      if (run_.footprint(at).size == Footprint::Size::None || run_[at].thread == live.thread ||
          (last != Run::kNone && races_.isOrdered(at, last)))
        continue;
      if (canRaceWithPast(at, live.future->own) ||
          std::any_of(live.future->created.begin(), live.future->created.end(),
                      [&](const Deeds &deeds) { return canRaceWithPast(at, deeds); }))
        return false;
    }
  }
  return true;
}

/// The next step of no thread races with an earlier event; otherwise the run continues with it.
bool Pruner::isNextSafe() const {
  for (const Live &live : live_) {
    const std::uint32_t last = run_.predecessor(live.thread);
    const Action &next = machine_.next(live.thread).action;
    for (std::size_t at = 0; at < run_.size(); ++at)
      if (run_.footprint(at).size != Footprint::Size::None && run_[at].thread != live.thread &&
          !(last != Run::kNone && races_.isOrdered(at, last)) &&
          conflictingAccesses(run_[at].operation.action, next, Dependency::EveryConflict))
        return false;
  }
  return true;
}

bool Pruner::isSimple() {
  if (run_.size() != 0 && !simpleUntil_[run_.size() - 1])
    return false;
  return std::all_of(live_.begin(), live_.end(), [&](const Live &live) {
    const auto [place, isNew] = isSimple_.try_emplace(live.future);
    if (isNew)
      place->second = raceward::isSimple(live.future->own) &&
                      std::all_of(live.future->created.begin(), live.future->created.end(),
                                  [](const Deeds &deeds) { return raceward::isSimple(deeds); });
    return place->second;
  });
}

bool Pruner::isSafe() {
  if (!isFutureSafe())
    return false;
  if (mutated(Mutation::PruningPast))
    return true;
  return isSimple() ? isNextSafe() : isPastSafe();
}

bool Pruner::mayDepend(std::size_t at, const Deeds &deeds) const {
  const Action &action = run_[at].operation.action;
  if (deeds.anything)
    return true;
  if (const ObjectId object = meetingPointOf(action); object.valid())
    return std::any_of(deeds.meetings.begin(), deeds.meetings.end(),
                       [&](const FutureMeeting &meeting) {
                         return mayDependAtMeetingPoint(action, object, meeting);
                       });
  bool found = false;
  const bool waited = std::holds_alternative<Await>(action);
  if (waited)
    forEachAddress(action, [&](const Address &place) {
      for (const FutureAccess &future : deeds.accesses)
        found |= writes(future.access.kind) && mayOverlap(place, future.access.at);
    });
  else
    forEachAccess(action, [&](const MemoryAccess &made) {
      for (const FutureAccess &future : deeds.accesses) {
        if (found || !mayConflict(made, future.access))
          continue;
        const bool wakes = deeds.mayWait && writes(made.kind);
        found = (isAtomic(made) && isAtomic(future.access)) || wakes || !isProtected(at, future);
      }
    });
  return found;
}

void Pruner::collectHidden(std::vector<HiddenReversal> &found) {
  for (const Live &live : live_) {
    const std::uint32_t last = run_.predecessor(live.thread);
    for (std::uint32_t at = 0; at < run_.size(); ++at) {
      // Events that precede the thread's last event also precede its future.
      if (run_[at].thread == live.thread ||
          (last != Run::kNone && (at == last || order_.before(at, last))))
        continue;
      if (mayDepend(at, live.future->own))
        found.push_back({at, live.thread});
      if (std::any_of(live.future->created.begin(), live.future->created.end(),
                      [&](const Deeds &deeds) { return mayDepend(at, deeds); }))
        found.push_back({at, {}});
    }
  }
}

bool Pruner::mayWait() {
  const auto events = run_.events();
  return std::any_of(live_.begin(), live_.end(),
                     [](const Live &live) {
                       return live.future->own.mayWait ||
                              std::any_of(live.future->created.begin(), live.future->created.end(),
                                          [](const Deeds &deeds) { return deeds.mayWait; });
                     }) ||
         std::any_of(events.begin(), events.end(), [](const Event &event) {
           return std::holds_alternative<Await>(event.operation.action);
         });
}

} // namespace raceward
