#include "ByVisits.h"

namespace raceward {

// Idea: what one thread does is in its program order. In contrast to `one-thread`, which asks who
// runs the functions, this is known for each context of a function: a helper of the main thread and
// of others is called with other arguments, locks or flags by the one and by the others.
void proveSameThread(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  removeByVisits(Exclusion::SameThread, self.description, facts, suspects, self);
}

} // namespace raceward
