#include "Provers.h"
#include "raceward/prove/ProverMutation.h"

namespace raceward {

// Idea: all accesses of an atomic section are seq_cst atomic accesses, so a section races neither
// with another section nor with an atomic operation, but may race with a plain access.
//
// A site counts if it is an atomic operation, or if every execution of its instruction is inside a
// section (Sections.h, a must-analysis over all paths and calls). Both sides are needed.
void proveSections(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &) {
    suspects.removePairs(
        group, self.name, self.description,
        [&](SiteId site) -> SiteLabel {
          return isAtomic(facts.program.sites()[site.index()]) ||
                         facts.sections.alwaysInside(facts.instructionOf(site))
                     ? 1
                     : 0;
        },
        [](SiteLabel a, SiteLabel b) {
          return (a == 1 && b == 1) ||
                 (mutated(ProverMutation::SectionsPlain) && (a == 1 || b == 1));
        });
  });
}

} // namespace raceward
