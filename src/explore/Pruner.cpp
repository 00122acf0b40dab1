#include "Pruner.h"

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

/// What a thread holds after an operation of a lock. A reader's second lock is not counted, so
/// that the first unlock ends both.
void follow(const Action &action, HeldLocks &held) {
  const ObjectId mutex = mutexOf(action);
  if (!mutex.valid() || std::holds_alternative<TryLock>(action))
    return;
  std::erase_if(held, [&](const CertainLock &lock) { return lock.lock == mutex; });
  const bool exclusive = std::holds_alternative<Lock>(action);
  if (!exclusive && !std::holds_alternative<ReadLock>(action))
    return;
  const CertainLock lock{mutex, exclusive};
  held.insert(std::lower_bound(held.begin(), held.end(), lock), lock);
}

/// For an access whose object nobody knows, the ranges say nothing.
bool mayOverlap(const Address &a, const Address &b) {
  return !a.object.valid() || !b.object.valid() || overlap(a, b);
}
bool mayConflict(const MemoryAccess &a, const MemoryAccess &b) {
  return (writes(a.kind) || writes(b.kind)) && mayOverlap(a.at, b.at);
}
bool isExact(const MemoryAccess &access) {
  return access.at.object.valid() && access.at.exact;
}

/// Whether there are runs that differ in the order of the two. While a thread holds a lock nobody
/// else acquires it, so an unlock has to do with attempts only.
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
  if (semaphoreOf(action).valid())
    return isSemaphoreMeeting(meeting.kind) &&
           !(std::holds_alternative<SemaphorePost>(action) && meeting.kind == Meeting::Post);
  return meeting.kind == Meeting::Arrive;
}

/// Between two accesses only synchronisation counts, as the search stops at the first race; but
/// see Dependency.cpp on ranges, and on whoever waits for a write.
bool mayDependOnAccess(const MemoryAccess &made, const MemoryAccess &future, bool mayWait) {
  if (!mayConflict(made, future))
    return false;
  if (isAtomic(made) && isAtomic(future))
    return true;
  if ((isAtomic(made) || isAtomic(future)) && !(isExact(made) && isExact(future)))
    return true;
  return mayWait && writes(made.kind) && future.kind != AccessKind::Write;
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

/// With what it may create, and that among itself.
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
    // The key of a future alone: no other is at this address.
    if (remembered(nullptr, mine, [&] { return canRaceAlone(*mine); }))
      return false;
    for (std::size_t j = 0; j < i; ++j)
      if (remembered(live_[j].future, mine, [&] { return canRace(*live_[j].future, *mine); }))
        return false;
  }
  return true;
}

bool Pruner::canRaceWithPast(std::size_t at, const Deeds &deeds) const {
  const SiteId site = machine_.accessSiteAt(run_[at].operation.at);
  bool found = false;
  forEachAccess(run_[at].operation.action, [&](const MemoryAccess &access) {
    for (const FutureAccess &future : deeds.accesses) {
      if (found)
        return;
      if (!mayConflict(access, future.access) || (isAtomic(access) && isAtomic(future.access)))
        continue;
      if (site.valid() && future.site.valid() && !machine_.areSuspects(site, future.site))
        continue;
      found =
          std::any_of(future.locksets.begin(), future.locksets.end(), [&](const HeldLocks &locks) {
            return !haveCommonLock(locks, locksAfter_[at]);
          });
    }
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

bool Pruner::isSafe() {
  return isFutureSafe() && (isPastSafe() || mutated(Mutation::PruningPast));
}

bool Pruner::mayDepend(const Action &action, const Deeds &deeds) const {
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
    forEachAddress(action, [&](const Address &at) {
      for (const FutureAccess &future : deeds.accesses)
        found |= writes(future.access.kind) && mayOverlap(at, future.access.at);
    });
  else
    forEachAccess(action, [&](const MemoryAccess &made) {
      for (const FutureAccess &future : deeds.accesses)
        found |= mayDependOnAccess(made, future.access, deeds.mayWait);
    });
  return found;
}

void Pruner::collectHidden(std::vector<Hidden> &found) {
  for (const Live &live : live_) {
    const std::uint32_t last = run_.predecessor(live.thread);
    for (std::uint32_t at = 0; at < run_.size(); ++at) {
      // What this thread has done already comes after it, and so does the rest.
      if (run_[at].thread == live.thread ||
          (last != Run::kNone && (at == last || order_.before(at, last))))
        continue;
      const Action &action = run_[at].operation.action;
      if (mayDepend(action, live.future->own))
        found.push_back({at, live.thread});
      if (std::any_of(live.future->created.begin(), live.future->created.end(),
                      [&](const Deeds &deeds) { return mayDepend(action, deeds); }))
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
