// Sharing: which memory another thread can get hold of.
#pragma once

#include "raceward/prove/Threads.h"

namespace raceward {

class Sharing {
public:
  Sharing(const Program &program, const PointsTo &pointsTo, const Threads &threads);

  /// False if only the thread that created an object of this memory can ever reach it.
  [[nodiscard]] bool isShared(MemoryClass memory) const;

private:
  std::vector<bool> shared_;
};

} // namespace raceward
