// What the walk through all threads shows: common locks, memory of one's own, dead code.
#include "Provers.h"

namespace raceward {

namespace {

void proveBy(Exclusion why, const char *reason, const Facts &facts, SuspectSet &suspects,
             const std::string &name) {
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &) {
    suspects.removePairs(
        group, name, reason, [&](SiteId site) { return facts.visits.labelOf(site); },
        [&](SiteLabel a, SiteLabel b) { return facts.visits.exclude(why, a, b); });
  });
}

} // namespace

void proveNeverExecuted(const Facts &facts, SuspectSet &suspects, const std::string &name) {
  proveBy(Exclusion::NeverExecuted, "one of them is never executed", facts, suspects, name);
}

void proveFirst(const Facts &facts, SuspectSet &suspects, const std::string &name) {
  proveBy(Exclusion::Alone, "before the first thread is created", facts, suspects, name);
}

void proveLocks(const Facts &facts, SuspectSet &suspects, const std::string &name) {
  proveBy(Exclusion::CommonLock, "both hold the same lock", facts, suspects, name);
}

void proveFlags(const Facts &facts, SuspectSet &suspects, const std::string &name) {
  proveBy(Exclusion::Flags, "a flag that is set once says which comes first", facts, suspects,
          name);
}

void proveOwned(const Facts &facts, SuspectSet &suspects, const std::string &name) {
  proveBy(Exclusion::Owned, "the object is new, and no other thread has its address", facts,
          suspects, name);
}

void proveOwnSlices(const Facts &facts, SuspectSet &suspects, const std::string &name) {
  proveBy(Exclusion::OwnSlices, "each thread has a part of its own", facts, suspects, name);
}

} // namespace raceward
