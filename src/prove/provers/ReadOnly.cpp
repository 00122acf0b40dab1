#include "Provers.h"

#include <algorithm>

namespace raceward {

// Idea: reads do not race with each other. A group is removed as a whole if each of its sites
// reads, or writes only while no other thread exists (Parallel::alwaysAlone): such a write is
// ordered with everything that another thread does.
void proveReadOnly(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &sites) {
    const bool readOnly = std::all_of(sites.begin(), sites.end(), [&](SiteId site) {
      return !writes(facts.program.sites()[site.index()].kind) ||
             facts.parallel.alwaysAlone(facts.instructionOf(site));
    });
    if (readOnly)
      suspects.removeGroup(group, self.name, self.description);
  });
}

} // namespace raceward
