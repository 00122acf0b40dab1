#include "raceward/model/HappensBefore.h"

#include <functional>

namespace raceward {
namespace {

bool acquires(MemoryOrder order) {
  if (mutated(Mutation::HappensAcquire))
    return false;
  return mutated(Mutation::HappensOnlyAcquire) || isAcquire(order);
}

bool releases(MemoryOrder order) {
  return mutated(Mutation::HappensOnlyRelease) || isRelease(order);
}

bool reads(AccessKind kind) {
  return kind != AccessKind::Write;
}

/// A single access that is sequentially consistent.
bool isSeqCst(const Footprint &footprint) {
  return footprint.size == Footprint::Size::One && footprint.access.order == MemoryOrder::SeqCst;
}

enum class Writes : std::uint8_t { No, Perhaps, Certainly };

Writes writesTo(const Action &action, const Address &address) {
  Writes result = Writes::No;
  forEachAccess(action, [&](const MemoryAccess &access) {
    if (!writes(access.kind) || !overlap(access.at, address))
      return;
    result = std::max(result, access.at.exact ? Writes::Certainly : Writes::Perhaps);
  });
  return result;
}

/// Whether an exact write covers all bytes of the other access.
bool coveredBy(const Address &other, const MemoryAccess &write) {
  return writes(write.kind) && write.at.exact && write.at.object == other.object &&
         write.at.offset <= other.offset &&
         write.at.offset + write.at.bytes >= other.offset + other.bytes;
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

bool HappensBefore::ambiguous(const Action &action) {
  bool found = std::holds_alternative<FailedTryLock>(action) ||
               std::holds_alternative<Section>(action) ||
               std::holds_alternative<SemaphoreRead>(action);
  // The readings differ on whether a later write of the same thread continues its release sequence.
  if (const auto *write = std::get_if<AtomicWrite>(&action))
    found |= !releases(write->order);
  forEachAccess(action, [&](const MemoryAccess &access) {
    found |= !access.at.exact && (isAtomic(access) || writes(access.kind));
  });
  return found;
}

/// Joins what an atomic read acquires from the write it sees; an update also continues that write's
/// release sequence. If several writes are possible, the strict reading joins all of them.
void HappensBefore::acquireFromWrites(std::size_t at, const MemoryAccess &access) {
  auto list = run_.near(access.at, Run::Kind::Writes);
  for (std::uint32_t earlier = 0; list.next(earlier);) {
    if (earlier >= at)
      continue;
    const Action &write = run_[earlier].operation.action;
    const Writes how = writesTo(write, access.at);
    if (how == Writes::No)
      continue;
    const bool certain = how == Writes::Certainly && access.at.exact;
    if (!certain && !strict())
      return;
    (acquires(access.order) ? clocks_ : seen_)[at].join(released_[earlier]);
    if (writes(access.kind) && !mutated(Mutation::HappensReleaseSequence))
      released_[at].join(released_[earlier]);
    bool last = certain;
    if (!access.at.exact)
      forEachAccess(write, [&](const MemoryAccess &w) { last |= coveredBy(access.at, w); });
    if (last && !mutated(Mutation::HappensLastWrite))
      return;
  }
}

/// In C11 a write continues the release sequences that its own thread heads, across other writes of
/// that thread and updates in between; in C++20 only updates do.
void HappensBefore::continueOwnSequence(std::size_t at, const Address &address) {
  auto list = run_.near(address, Run::Kind::Writes);
  for (std::uint32_t earlier = 0; list.next(earlier);) {
    const Action &write = run_[earlier].operation.action;
    if (earlier >= at || writesTo(write, address) != Writes::Certainly)
      continue;
    const auto *update = std::get_if<AtomicUpdate>(&write);
    const bool continues = update != nullptr || std::holds_alternative<Section>(write);
    if (run_[earlier].thread == run_[at].thread) {
      if (!continues) { // its sequence already includes the earlier ones
        released_[at].join(released_[earlier]);
        return;
      }
      if (update == nullptr || releases(update->order)) {
        released_[at].join(clocks_[earlier]);
        return;
      }
      releaseFence(earlier, released_[at]);
    } else if (!continues) {
      return;
    }
  }
}

/// Conflicting sections are ordered; one that writes all these bytes subsumes earlier ones. Under
/// the strict reading, sections and sequentially consistent accesses are ordered as well.
void HappensBefore::followSections(std::size_t at, const MemoryAccess &access) {
  const Action &action = run_[at].operation.action;
  const bool section = std::holds_alternative<Section>(action);
  const bool withAtomics = strict() && !mutated(Mutation::HappensSectionsAndAtomics);
  if (mutated(Mutation::HappensSections) || (!section && !withAtomics))
    return;
  // A plain atomic access only needs earlier sections, which are indexed as non-atomic.
  auto list = run_.near(access.at, Run::kindOf(!writes(access.kind), !section));
  for (std::uint32_t earlier = 0; list.next(earlier);) {
    if (earlier >= at)
      continue;
    const Action &other = run_[earlier].operation.action;
    const bool otherSection = std::holds_alternative<Section>(other);
    if (!otherSection && !(section && withAtomics && isSeqCst(run_.footprint(earlier))))
      continue;
    if (conflictingAccesses(other, action, Dependency::Synchronisation))
      clocks_[at].join(clocks_[earlier]);
    bool last = false;
    if (otherSection)
      forEachAccess(other, [&](const MemoryAccess &w) { last |= coveredBy(access.at, w); });
    if (last)
      return;
  }
}

void HappensBefore::extendByMemory(std::size_t at) {
  const Event &event = run_[at];
  const Action &action = event.operation.action;
  const bool isSection = std::holds_alternative<Section>(action);
  if (std::holds_alternative<Bulk>(action)) { // it orders nothing, not even with fences
    clocks_[at].advanceTo(epochOf(event));
    return;
  }
  bool release = false;
  bool write = false;
  forEachAccess(action, [&](const MemoryAccess &access) {
    if (!isAtomic(access))
      return;
    write |= writes(access.kind);
    release |= writes(access.kind) && releases(access.order);
    if (reads(access.kind) || isSection)
      acquireFromWrites(at, access);
    if (access.order == MemoryOrder::SeqCst)
      followSections(at, access);
  });
  clocks_[at].advanceTo(epochOf(event));
  if (release)
    released_[at].join(clocks_[at]);
  else if (write)
    releaseFence(at, released_[at]);
  if (const auto *store = std::get_if<AtomicWrite>(&action);
      store != nullptr && !release && strict() && !mutated(Mutation::HappensOwnSequence))
    continueOwnSequence(at, store->at);
}

void HappensBefore::start(std::size_t at) {
  if (clocks_.size() <= at) {
    clocks_.resize(at + 1);
    released_.resize(at + 1);
    seen_.resize(at + 1);
    raceFree_.resize(at + 1);
  }
  released_[at].clear();
  seen_[at].clear();
  raceFree_[at] = false;
  run_.startClock(at, clocks_);
}

void HappensBefore::extend(std::size_t at) {
  start(at);
  if (run_.footprint(at).size == Footprint::Size::None)
    followMeetingPoint(at);
  else
    extendByMemory(at);
}

void HappensBefore::rebuild() {
  for (std::size_t at = 0; at < run_.size(); ++at)
    extend(at);
}

void HappensBefore::rebuild(const CriticalSections &sections) {
  for (std::size_t at = 0; at < run_.size(); ++at) {
    const Event &event = run_[at];
    const ObjectId mutex = mutexOf(event.operation.action);
    if (!mutex.valid() || !sections.lazy(mutex)) {
      extend(at);
      continue;
    }
    start(at);
    if (std::holds_alternative<Lock>(event.operation.action))
      sections.forEachDependentBefore(at, [&](const CriticalSections::Section &earlier) {
        clocks_[at].join(clocks_[earlier.unlock]);
      });
    clocks_[at].advanceTo(epochOf(event));
  }
}

/// Whether every earlier event that races with the access would also have raced with this one: a
/// plain write of all these bytes that raced with nothing. Requires: the event happens before the
/// access.
bool HappensBefore::settles(std::size_t earlier, const MemoryAccess &access) const {
  if (!raceFree_[earlier])
    return false;
  bool found = false;
  forEachAccess(run_[earlier].operation.action,
                [&](const MemoryAccess &w) { found |= !isAtomic(w) && coveredBy(access.at, w); });
  return found;
}

void HappensBefore::racesOf(std::size_t at, std::vector<std::uint32_t> &found) {
  const Event &event = run_[at];
  const Footprint &footprint = run_.footprint(at);
  if (footprint.size == Footprint::Size::None)
    return;
  const std::size_t start = found.size();
  const auto look = [&](const MemoryAccess &access) {
    // Atomics do not race with each other, nor do reads.
    auto list = run_.near(access.at, Run::kindOf(!writes(access.kind), isAtomic(access)));
    for (std::uint32_t earlier = 0; list.next(earlier);) {
      if (earlier >= at)
        continue;
      if (run_[earlier].thread == event.thread || before(earlier, at)) {
        if (settles(earlier, access))
          return;
      } else if (couldRace(run_, earlier, at)) {
        found.push_back(earlier);
      }
    }
  };
  if (footprint.size == Footprint::Size::One) {
    look(footprint.access);
  } else {
    forEachAccess(event.operation.action, look);
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(start), found.end(), std::greater<>());
    found.erase(std::unique(found.begin() + static_cast<std::ptrdiff_t>(start), found.end()),
                found.end());
  }
  raceFree_[at] = found.size() == start;
}

} // namespace raceward
