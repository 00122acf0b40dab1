#include "ByVisits.h"

namespace raceward {

// Idea: code that no thread reaches does not race. The walk follows every path that is possible, so
// an access that it never visits is never executed.
void proveNeverExecuted(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  removeByVisits(Exclusion::NeverExecuted, self.description, facts, suspects, self);
}

} // namespace raceward
