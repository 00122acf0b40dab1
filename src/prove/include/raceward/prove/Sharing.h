// Sharing: memory that another thread can reach.
//
// Escape analysis by reachability in the points-to graph: shared is everything that can be reached
// through memory from a global, from an argument of a creating call, from a pointer that the
// library keeps, or from shared library memory. Invariant: shared memory is over-approximated; an
// object that is not shared is only ever accessed by the thread that created it.
#pragma once

#include "raceward/prove/Threads.h"

namespace raceward {

class Sharing {
public:
  Sharing(const Program &program, const PointsTo &pointsTo, const Threads &threads);

  /// False if only the thread that created the object can ever reach it.
  [[nodiscard]] bool isShared(ObjectId object) const { return shared_[object.index()]; }
  /// The same for all, by object.
  [[nodiscard]] const std::vector<bool> &shared() const { return shared_; }
  /// False if the site only ever accesses objects that are not shared.
  [[nodiscard]] bool isShared(SiteId site) const;

private:
  const PointsTo &pointsTo_;
  std::vector<bool> shared_; ///< by object
};

} // namespace raceward
