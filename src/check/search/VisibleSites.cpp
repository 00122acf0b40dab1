#include "raceward/check/VisibleSites.h"

namespace raceward {

std::vector<bool> visibleSites(const Program &program, const SuspectSet &suspects) {
  std::vector<bool> visible(program.sites().size(), false);
  for (const SiteId site : suspects.openSites())
    visible[site.index()] = true;
  for (const AccessSite &site : program.sites())
    if (isAtomic(site))
      visible[site.id.index()] = true;
  return visible;
}

} // namespace raceward
