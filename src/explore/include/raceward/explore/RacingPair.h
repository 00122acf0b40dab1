// Two accesses that race in some run.
#pragma once

#include "raceward/model/Trace.h"

namespace raceward {

/// Two racing accesses, by thread and place in the code; the smaller one first.
struct RacingAccess {
  ThreadId thread;
  PositionId at;
  auto operator<=>(const RacingAccess &) const = default;
};
struct RacingPair {
  RacingAccess first;
  RacingAccess second;
  auto operator<=>(const RacingPair &) const = default;
};
/// The pair of the two accesses, whichever comes first.
[[nodiscard]] RacingPair racingPair(const Event &a, const Event &b);

/// A run that ends with the second access of the pair.
struct RaceRun {
  RacingPair pair;
  Trace run;
};

} // namespace raceward
