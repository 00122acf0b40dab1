#include "Provers.h"
#include "containers/Containers.h"

namespace raceward {

// Idea: an object that is in a list belongs to the lock of the list, and one that was taken out of
// it to the thread that took it (containers/Containers.h). Two accesses, each to what its thread
// owns then, are never to one object at the same time.
void proveHandedOver(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  std::optional<Containers> containers; // only if anything is left
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &) {
    if (!containers)
      containers.emplace(facts);
    suspects.removePairs(
        group, self.name, self.description,
        [&](SiteId site) -> SiteLabel { return containers->isAlwaysOwned(site) ? 1 : 0; },
        [](SiteLabel a, SiteLabel b) { return a == 1 && b == 1; },
        [](SiteLabel, SiteLabel) { return DetailId(); });
  });
}

} // namespace raceward
