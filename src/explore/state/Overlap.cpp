#include "raceward/explore/Overlap.h"

namespace raceward {

Result<bool> trulyOverlap(Machine &machine, const Event &earlier, const Event &later) {
  bool certain = false;
  forEachAccess(earlier.operation.action, [&](const MemoryAccess &a) {
    forEachAccess(later.operation.action, [&](const MemoryAccess &b) {
      certain |= a.at.exact && b.at.exact && conflict(a, b) && !(isAtomic(a) && isAtomic(b));
    });
  });
  if (!certain && !mutated(Mutation::OverlapAsked)) {
    Result<bool> can = machine.canOverlap(earlier, later);
    if (!can || !*can)
      return can;
  }
  return !machine.isGuessed(earlier, later);
}

} // namespace raceward
