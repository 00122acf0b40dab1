#include "raceward/model/HappensBefore.h"

namespace raceward {
namespace {

bool acquires(MemoryOrder order) {
  if (mutated(Mutation::HappensAcquire))
    return false;
  return mutated(Mutation::HappensOnlyAcquire) || order == MemoryOrder::Acquire ||
         order == MemoryOrder::AcquireRelease || order == MemoryOrder::SeqCst;
}

bool releases(MemoryOrder order) {
  return mutated(Mutation::HappensOnlyRelease) || order == MemoryOrder::Release ||
         order == MemoryOrder::AcquireRelease || order == MemoryOrder::SeqCst;
}

bool reads(AccessKind kind) {
  return kind != AccessKind::Write;
}

bool writesTo(const Action &action, const Address &address) {
  bool found = false;
  forEachAccess(action, [&](const MemoryAccess &access) {
    found |= writes(access.kind) && overlap(access.at, address);
  });
  return found;
}

/// The earlier event whose value a read of the address at `at` sees, or kNone.
std::uint32_t lastWriteTo(const Run &run, const Address &address, std::size_t at) {
  const auto list = run.touching(address.object);
  for (std::size_t i = list.size(); i-- > 0;) {
    if (list[i] >= at)
      continue;
    const Footprint &other = run.footprint(list[i]);
    if (other.size == Footprint::Size::One
            ? writes(other.access.kind) && overlap(other.access.at, address)
            : writesTo(run[list[i]].operation.action, address))
      return list[i];
  }
  return Run::kNone;
}

bool couldRace(const MemoryAccess &a, const MemoryAccess &b) {
  return conflict(a, b) && !(isAtomic(a) && isAtomic(b));
}

bool couldRace(const Run &run, std::size_t a, std::size_t b) {
  const Footprint &first = run.footprint(a);
  const Footprint &second = run.footprint(b);
  if (first.size == Footprint::Size::One && second.size == Footprint::Size::One)
    return couldRace(first.access, second.access);
  bool found = false;
  forEachAccess(run[a].operation.action, [&](const MemoryAccess &one) {
    forEachAccess(run[b].operation.action,
                  [&](const MemoryAccess &other) { found |= couldRace(one, other); });
  });
  return found;
}

} // namespace

void HappensBefore::extendByMemory(const Event &event, std::size_t at) {
  if (run_.footprint(at).size == Footprint::Size::None) {
    clocks_[at].advanceTo(epochOf(event));
    return;
  }
  const Action &action = event.operation.action;
  const bool isSection = std::holds_alternative<Section>(action);
  VectorClock &clock = clocks_[at];
  bool release = false;
  VectorClock &released = released_[at];
  forEachAccess(action, [&](const MemoryAccess &access) {
    if (!isAtomic(access))
      return;
    release |= writes(access.kind) && releases(access.order);
    // A section's write continues what was released there, as an update does.
    if (reads(access.kind) || isSection) {
      const std::uint32_t source = lastWriteTo(run_, access.at, at);
      if (source != Run::kNone) {
        if (acquires(access.order))
          clock.join(released_[source]);
        if (writes(access.kind) && // an update continues the release sequence
            !mutated(Mutation::HappensReleaseSequence))
          released.join(released_[source]);
      }
    }
    if (isSection && !mutated(Mutation::HappensSections)) {
      for (const std::uint32_t earlier : run_.touching(access.at.object)) {
        const Action &other = run_[earlier].operation.action;
        if (earlier < at && std::holds_alternative<Section>(other) &&
            conflictingAccesses(other, action, Dependency::Synchronisation))
          clock.join(clocks_[earlier]);
      }
    }
  });
  clock.advanceTo(epochOf(event));
  if (release)
    released.join(clock);
}

void HappensBefore::start(std::size_t at) {
  if (clocks_.size() <= at) {
    clocks_.resize(at + 1);
    released_.resize(at + 1);
  }
  released_[at].clear();
  run_.startClock(at, clocks_);
}

void HappensBefore::extend() {
  const std::size_t at = run_.size() - 1;
  start(at);
  const Event &event = run_[at];
  if (const auto *lock = std::get_if<Lock>(&event.operation.action)) {
    // The unlock before this lock has taken in all unlocks before it.
    const auto list = run_.touching(lock->mutex);
    if (list.size() > 1 && !mutated(Mutation::HappensUnlockToLock))
      clocks_[at].join(clocks_[list[list.size() - 2]]);
    clocks_[at].advanceTo(epochOf(event));
  } else {
    extendByMemory(event, at);
  }
}

void HappensBefore::rebuild(const CriticalSections &sections) {
  for (std::size_t at = 0; at < run_.size(); ++at) {
    start(at);
    const Event &event = run_[at];
    if (std::holds_alternative<Lock>(event.operation.action))
      sections.forEachDependentBefore(at, [&](const CriticalSections::Section &earlier) {
        clocks_[at].join(clocks_[earlier.unlock]);
      });
    extendByMemory(event, at);
  }
}

void HappensBefore::racesOf(std::size_t at, std::vector<std::uint32_t> &found) const {
  const Event &event = run_[at];
  const Footprint &footprint = run_.footprint(at);
  if (footprint.size == Footprint::Size::None)
    return;
  const std::size_t start = found.size();
  const auto look = [&](const MemoryAccess &access) {
    if (isAtomic(access) && !run_.touchedPlainly(access.at.object))
      return; // atomics do not race with each other
    for (const std::uint32_t earlier : run_.touching(access.at.object))
      if (earlier < at && run_[earlier].thread != event.thread && !before(earlier, at) &&
          couldRace(run_, earlier, at))
        found.push_back(earlier);
  };
  if (footprint.size == Footprint::Size::One)
    return look(footprint.access);
  forEachAccess(event.operation.action, look);
  std::sort(found.begin() + static_cast<std::ptrdiff_t>(start), found.end());
  found.erase(std::unique(found.begin() + static_cast<std::ptrdiff_t>(start), found.end()),
              found.end());
}

} // namespace raceward
