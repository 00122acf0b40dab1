#include "Provers.h"

namespace raceward {

void proveNotShared(const Facts &facts, SuspectSet &suspects, const std::string &name) {
  forEachOpenGroup(facts, suspects,
                   [&](GroupId group, MemoryClass memory, const std::vector<SiteId> &) {
                     if (!facts.sharing.isShared(memory))
                       suspects.removeGroup(group, name, "no other thread can reach the memory");
                   });
}

} // namespace raceward
