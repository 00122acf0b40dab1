#include "Provers.h"
#include "raceward/prove/ProverMutation.h"

namespace raceward {

// Idea: functions by contract (docs/use/assumptions.md) order among themselves what they do with
// memory that they keep from earlier calls, as they do with their own state. Only accesses to what
// is kept count on both sides: what a call does with its own arguments may race with everything.
void proveKept(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  const auto stepOf = [&](SiteId site) {
    const SitePlace &place = facts.program.placeOf(site);
    const LibraryFunction *library =
        facts.program.function(place.function).code.instructions[place.instruction].library;
    return library ? library->contract : ContractStep::None;
  };
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &) {
    suspects.removePairs(
        group, self.name, self.description,
        [&](SiteId site) -> SiteLabel {
          const ContractStep step = stepOf(site);
          if (step == ContractStep::ReadsKept || step == ContractStep::OverwritesKept)
            return 2;
          return step == ContractStep::None ? 0 : 1;
        },
        [](SiteLabel a, SiteLabel b) {
          return (a == 2 && b == 2) || (mutated(ProverMutation::ContractAmong) && a > 0 && b > 0);
        });
  });
}

} // namespace raceward
