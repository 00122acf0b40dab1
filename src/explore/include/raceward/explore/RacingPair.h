// Two accesses that race in some run.
#pragma once

#include "raceward/model/Trace.h"

#include <algorithm>
#include <utility>

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

/// The positions of a pair, by which races are told apart: threads do not matter.
using RacePlaces = std::pair<PositionId, PositionId>;
[[nodiscard]] inline RacePlaces placesOf(const RacingPair &pair) {
  return std::minmax(pair.first.at, pair.second.at);
}

/// A run that ends with the second access of the pair.
struct RaceRun {
  RacingPair pair;
  Trace run;
};

} // namespace raceward
