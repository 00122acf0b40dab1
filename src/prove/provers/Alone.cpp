#include "Provers.h"

#include <algorithm>

namespace raceward {

void proveReadOnly(const Facts &facts, SuspectSet &suspects, const std::string &name) {
  forEachOpenGroup(
      facts, suspects, [&](GroupId group, MemoryClass, const std::vector<SiteId> &sites) {
        const bool readOnly = std::all_of(sites.begin(), sites.end(), [&](SiteId site) {
          return !writes(facts.program.sites()[site.index()].kind) ||
                 facts.phases.alwaysAlone(facts.instructionOf(site));
        });
        if (readOnly)
          suspects.removeGroup(group, name, "only read while other threads exist");
      });
}

// One side is enough: what the main thread does while it is alone happens before or
// after everything that any other thread does.
void proveAlone(const Facts &facts, SuspectSet &suspects, const std::string &name) {
  forEachOpenGroup(facts, suspects, [&](GroupId group, MemoryClass, const std::vector<SiteId> &) {
    suspects.removePairs(
        group, name, "before the first thread or after the last",
        [&](SiteId site) -> SiteLabel {
          return facts.phases.alwaysAlone(facts.instructionOf(site)) ? 1 : 0;
        },
        [](SiteLabel a, SiteLabel b) { return a == 1 || b == 1; });
  });
}

} // namespace raceward
