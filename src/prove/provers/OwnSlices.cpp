#include "ByVisits.h"

namespace raceward {

// Idea: threads that differ in a number, or in an object that was made for each of them, access
// different parts of memory if the address is computed from that number or object
// (walk/ThreadSlices.h).
void proveOwnSlices(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  removeByVisits(Exclusion::OwnSlices, self.description, facts, suspects, self);
}

} // namespace raceward
