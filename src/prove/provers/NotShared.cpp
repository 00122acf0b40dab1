#include "Provers.h"

namespace raceward {

// One side is enough: no other thread can reach the memory it accesses.
void proveNotShared(const Facts &facts, SuspectSet &suspects, const std::string &name) {
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &) {
    suspects.removePairs(
        group, name, "no other thread can reach the memory",
        [&](SiteId site) -> SiteLabel { return facts.sharing.isShared(site) ? 0 : 1; },
        [](SiteLabel a, SiteLabel b) { return a == 1 || b == 1; });
  });
}

} // namespace raceward
