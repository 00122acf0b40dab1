// How schedules are executed, as the user asks for it.
#pragma once

#include "raceward/explore/Search.h"

#include <cstdint>
#include <optional>

namespace raceward {

struct ExploreOptions {
  Reduction reduction = Reduction::Source;
  LockOrder lockOrder = LockOrder::Eager;
  /// Go on after the first race.
  bool allRaces = false;
  /// For executing alone; nothing: what the time limit of the check leaves.
  std::optional<double> seconds;
};

} // namespace raceward
