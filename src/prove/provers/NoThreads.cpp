#include "Provers.h"

namespace raceward {

void proveNoThreads(const Facts &facts, SuspectSet &suspects, const std::string &name) {
  if (facts.threads.anyCreated())
    return;
  forEachOpenGroup(facts, suspects, [&](GroupId group, MemoryClass, const std::vector<SiteId> &) {
    suspects.removeGroup(group, name, "no second thread is ever created");
  });
}

} // namespace raceward
