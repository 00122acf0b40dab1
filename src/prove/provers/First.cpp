#include "ByVisits.h"

namespace raceward {

// Idea: what the main thread does before it creates the first thread happens before everything that
// another thread does. In contrast to `alone`, this is known for each context of a function: a
// function that is called both before and afterwards has visits of both kinds.
void proveFirst(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  removeByVisits(Exclusion::Alone, self.description, facts, suspects, self);
}

} // namespace raceward
