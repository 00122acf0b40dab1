#include "Provers.h"

namespace raceward {

// Idea: a race needs a second thread. Holds if no reachable code creates a thread
// (Threads.h). It runs first, so that sequential programs need no other prover.
void proveNoThreads(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  if (facts.threads.anyCreated())
    return;
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &) {
    suspects.removeGroup(group, self.name, self.description);
  });
}

} // namespace raceward
