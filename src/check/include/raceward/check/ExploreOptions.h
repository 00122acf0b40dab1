// User options for the execution of schedules.
#pragma once

#include "raceward/check/WorkOptions.h"
#include "raceward/explore/Search.h"

#include <cstdint>
#include <optional>

namespace raceward {

struct ExploreOptions {
  /// Without provers every access is a step of its own, and no suspect is removed beforehand.
  bool provers = true;
  Reduction reduction = Reduction::Source;
  /// Applies only if the first race is enough.
  Pruning pruning = Pruning::None;
  bool allRaces = false;   ///< continue after the first race
  bool valueRaces = false; ///< determine whether each race does harm; needs allRaces
  /// Time for the execution alone; nothing: the rest of the check's time limit.
  std::optional<double> seconds;
  /// Time for hunting, before the full search; nothing: a small share of the whole.
  std::optional<double> huntSeconds;
  std::uint64_t seed = 1; ///< of hunting
  // Zero means no bound. Reaching a bound is a gap.
  std::uint32_t loopBound = 0;
  std::uint32_t threadBound = 0;
  bool failingAllocation = false; ///< each allocation may return null
  WorkOptions work;
};

} // namespace raceward
