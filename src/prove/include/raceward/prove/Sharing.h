// Sharing: which memory another thread can get hold of.
#pragma once

#include "raceward/prove/Threads.h"

namespace raceward {

class Sharing {
public:
  Sharing(const Program &program, const PointsTo &pointsTo, const Threads &threads);

  /// False if only the thread that created the object can ever reach it.
  [[nodiscard]] bool isShared(ObjectId object) const { return shared_[object.index()]; }
  /// False if the site only ever accesses objects that are not shared.
  [[nodiscard]] bool isShared(SiteId site) const;

private:
  const PointsTo &pointsTo_;
  std::vector<bool> shared_; ///< by object
};

} // namespace raceward
