#include "Provers.h"

namespace raceward {

// Idea: a race needs two threads, so memory that only one thread can reach is safe (escape
// analysis, Sharing.h). Every object has one owner, the thread that created it, unless another
// thread can get its address: from a global, from the argument of a creation, from the library, or
// through memory that is reachable from these.
//
// One side is enough: if all objects that a site may access are unshared, no other thread can reach
// the memory it accesses, whatever the other site may point to.
void proveNotShared(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &) {
    suspects.removePairs(
        group, self.name, self.description,
        [&](SiteId site) -> SiteLabel { return facts.sharing.isShared(site) ? 0 : 1; },
        [](SiteLabel a, SiteLabel b) { return a == 1 || b == 1; });
  });
}

} // namespace raceward
