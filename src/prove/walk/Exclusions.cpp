// Decides whether visits exclude each other.
#include "Walk.h"

#include "raceward/prove/ProverMutation.h"

#include <algorithm>

namespace raceward {

namespace {

bool isCommon(const HeldKey &x, const HeldKey &y, bool sameAddress) {
  return x.key == y.key && (x.exclusive || y.exclusive || mutated(ProverMutation::LocksReaders)) &&
         (sameAddress || !x.dependsOnAddress);
}

/// If they overlap, their addresses are equal.
bool meetAtOneAddress(const Visit &a, const Visit &b) {
  return (a.aligned != 0 && a.aligned == b.aligned) || mutated(ProverMutation::LocksBesideData);
}

bool haveCommonLock(const Visit &a, const Visit &b) {
  for (const HeldKey &x : a.locks)
    for (const HeldKey &y : b.locks)
      if (isCommon(x, y, meetAtOneAddress(a, b)))
        return true;
  return false;
}

/// A critical section that saw zero precedes those that did not.
bool isBefore(const Visit &a, const Visit &b) {
  return std::any_of(a.low.begin(), a.low.end(), [&](FlagKeyId flag) {
    return std::binary_search(b.risen.begin(), b.risen.end(), flag);
  });
}

std::vector<std::pair<HeldKey, HeldKey>> commonLocks(const Visit &a, const Visit &b) {
  std::vector<std::pair<HeldKey, HeldKey>> common;
  for (const HeldKey &x : a.locks)
    for (const HeldKey &y : b.locks)
      if (isCommon(x, y, meetAtOneAddress(a, b)))
        common.emplace_back(x, y);
  return common;
}

bool isOneThread(const Visit &a, const Visit &b) {
  return a.thread != SingleThread::None && a.thread == b.thread;
}

/// Whether both are at known places without a common byte.
bool areElsewhere(const KnownPlace &a, const KnownPlace &b) {
  if (a.bytes == 0 || b.bytes == 0 || a.origin != b.origin)
    return false;
  return a.offset + static_cast<std::int64_t>(a.bytes) <= b.offset ||
         b.offset + static_cast<std::int64_t>(b.bytes) <= a.offset ||
         mutated(ProverMutation::PlacesKnown);
}

bool areApart(const Visit &a, const Visit &b) {
  if (areElsewhere(a.place, b.place))
    return true;
  if (a.slice.empty() || b.slice.empty())
    return false;
  const OwnSlice &x = a.slice.front();
  const OwnSlice &y = b.slice.front();
  if (x.number != y.number || x.stride != y.stride ||
      (x.origin != y.origin && !mutated(ProverMutation::SlicesOrigin)))
    return false;
  if (x.stride == 0)
    return true; // two objects
  const auto bytes = [](const OwnSlice &slice) { return static_cast<std::int64_t>(slice.bytes); };
  return (x.stride >= y.high - x.low + bytes(y) && x.stride >= x.high - y.low + bytes(x)) ||
         mutated(ProverMutation::SlicesEnd);
}

} // namespace

Visits::Visits(const Facts &facts) : labels_(facts.program.sites().size(), 0), visits_(1) {
  // Without threads there is no race, but a function without a model may create some.
  const bool hasUnmodelled = std::ranges::any_of(facts.program.functions(), [&](const auto &each) {
    return facts.threads.isReachable(each.id) && !facts.calls.unmodelledIn(each.id).empty();
  });
  if (!facts.threads.anyCreated() && !hasUnmodelled)
    return;
  Walk walk(facts);
  if (walk.run())
    walk.record(*this);
}

Visits::~Visits() = default;

bool Visits::exclude(Exclusion why, SiteLabel a, SiteLabel b) const {
  if (a == 0 || b == 0)
    return false;
  if (why == Exclusion::NeverExecuted)
    return visits_[a].empty() || visits_[b].empty();
  // Each reason together with the earlier ones: contexts differ in what excludes them.
  const auto excluded = [&](const Visit &x, const Visit &y) {
    return x.alone || y.alone || (why >= Exclusion::SameThread && isOneThread(x, y)) ||
           (why >= Exclusion::CommonLock && haveCommonLock(x, y)) ||
           (why >= Exclusion::Flags && (isBefore(x, y) || isBefore(y, x))) ||
           (why >= Exclusion::Owned && (x.owned || y.owned)) ||
           (why >= Exclusion::OwnSlices && areApart(x, y));
  };
  for (const Visit &x : visits_[a])
    for (const Visit &y : visits_[b])
      if (!excluded(x, y))
        return false;
  return true;
}

Grounds Visits::groundsOf(SiteLabel a, SiteLabel b) const {
  Grounds grounds;
  const auto addLock = [&](const Visit &x, const Visit &y) {
    const std::vector<std::pair<HeldKey, HeldKey>> common = commonLocks(x, y);
    if (common.empty())
      return false;
    // Prefer one that was named before.
    auto chosen = std::find_if(common.begin(), common.end(), [&](const auto &each) {
      return std::find(grounds.locks.begin(), grounds.locks.end(), each.first.key) !=
             grounds.locks.end();
    });
    if (chosen == common.end()) {
      // An absolute name is more informative than one relative to the data.
      chosen = std::find_if(common.begin(), common.end(),
                            [](const auto &each) { return !each.first.dependsOnAddress; });
      if (chosen == common.end())
        chosen = common.begin();
      grounds.locks.push_back(chosen->first.key);
    }
    grounds.readers = grounds.readers || !chosen->first.exclusive || !chosen->second.exclusive;
    return true;
  };
  for (const Visit &x : visits_[a])
    for (const Visit &y : visits_[b]) {
      if (x.alone || y.alone)
        grounds.alone = true;
      else if (isOneThread(x, y))
        grounds.sameThread = true;
      else if (addLock(x, y))
        continue;
      else if (isBefore(x, y) || isBefore(y, x))
        grounds.flag = true;
      else if (x.owned || y.owned)
        grounds.isNew = true;
      else if (areElsewhere(x.place, y.place))
        grounds.ownPlace = true;
      else if (areApart(x, y))
        (x.slice.front().stride == 0 ? grounds.ownObject : grounds.ownPart) = true;
      else
        grounds.other = true;
    }
  return grounds;
}

std::string Visits::describe(LockKeyId key, SiteId site) const {
  const auto at = keyNamesAt_.find({site, key});
  return at == keyNamesAt_.end() ? keyNames_[key.index()] : at->second;
}

std::span<const Visit> Visits::visitsOf(SiteId site) const {
  return visits_[labels_[site.index()]];
}

} // namespace raceward
