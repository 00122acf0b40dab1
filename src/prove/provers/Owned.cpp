#include "ByVisits.h"

namespace raceward {

// Idea: a new object belongs to the thread that allocated it until the address is stored, passed to
// a function that may keep it, or merged with another one. A thread that reaches the object later
// got the address through synchronisation, unless by a race: it holds up to the first race.
void proveOwned(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  removeByVisits(Exclusion::Owned, "the object is new, and no other thread has its address", facts,
                 suspects, self);
}

} // namespace raceward
