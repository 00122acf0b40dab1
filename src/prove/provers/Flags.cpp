#include "ByVisits.h"

namespace raceward {

// Idea: a flag that only changes from zero divides a run. A critical section that read zero comes
// before all critical sections of the same lock that read another value (walk/RisingFlags.h).
void proveFlags(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  removeByVisits(Exclusion::Flags, "a flag that is set once says which comes first", facts,
                 suspects, self);
}

} // namespace raceward
