#include "Provers.h"

namespace raceward {

void proveOrdered(const Facts &facts, SuspectSet &suspects, const std::string &name) {
  const Parallel &parallel = facts.parallel;
  const auto moment = [&](SiteId site) -> SiteLabel {
    return parallel.momentOf(facts.instructionOf(site)).index();
  };
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &) {
    suspects.removePairs(group, name, "before the thread is created", moment,
                         [&](SiteLabel a, SiteLabel b) {
                           return !parallel.mayBeParallelWithoutJoins(MomentId(a), MomentId(b));
                         });
    suspects.removePairs(group, name, "the thread is joined before", moment,
                         [&](SiteLabel a, SiteLabel b) {
                           return !parallel.mayBeParallel(MomentId(a), MomentId(b));
                         });
  });
}

} // namespace raceward
