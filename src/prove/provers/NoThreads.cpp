#include "Provers.h"

namespace raceward {

// Idea: without a second thread there is no race. Holds if no reachable code creates a thread
// (Threads.h). It runs first, so that sequential programs need no other prover.
void proveNoThreads(const Facts &facts, SuspectSet &suspects, const std::string &name) {
  if (facts.threads.anyCreated())
    return;
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &) {
    suspects.removeGroup(group, name, "no second thread is ever created");
  });
}

} // namespace raceward
