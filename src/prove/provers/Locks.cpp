#include "ByVisits.h"

namespace raceward {

// Idea: two critical sections of one lock do not overlap (lockset analysis). A held lock is a
// function of the accessed address: always the same lock, the one at a fixed distance from the
// data, or the one with the same index. Equal functions at equal addresses are the same lock; one
// of the two sides must hold it exclusively. A lock that another thread than its holder may release
// is not trusted (walk/Distrust.h).
void proveLocks(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  removeByVisits(Exclusion::CommonLock, self.description, facts, suspects, self);
}

} // namespace raceward
