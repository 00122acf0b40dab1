// How schedules are executed, as the user asks for it.
#pragma once

#include "raceward/check/WorkOptions.h"
#include "raceward/explore/Search.h"

#include <cstdint>
#include <optional>

namespace raceward {

struct ExploreOptions {
  /// Without them every access is executed as a step of its own, and nothing is ruled out before.
  bool provers = true;
  Reduction reduction = Reduction::Source;
  /// Only for the first race.
  Pruning pruning = Pruning::None;
  bool allRaces = false;   ///< go on after the first race
  bool valueRaces = false; ///< say of each race whether it does harm; needs allRaces
  /// For executing alone; nothing: what the time limit of the check leaves.
  std::optional<double> seconds;
  /// For hunting, before all schedules are gone through; nothing: a small part of the whole.
  std::optional<double> huntSeconds;
  std::uint64_t seed = 1; ///< of hunting
  // Zero is no bound. What a bound cuts is a gap.
  std::uint32_t loopBound = 0;
  std::uint32_t threadBound = 0;
  bool failingAllocation = false; ///< each allocation may give null
  WorkOptions work;
};

} // namespace raceward
