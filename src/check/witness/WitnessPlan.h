// A witness as a plan that the machine can follow. Private to check.
#pragma once

#include "WitnessPlaces.h"
#include "raceward/base/Result.h"
#include "raceward/program/Program.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace raceward {

/// A waypoint on the way to the targets.
struct WitnessStep {
  enum class Kind : std::uint8_t {
    Create, ///< a thread is created, and gets the next number
    Reach,  ///< an operation at this place
    Input,  ///< an input value
  };
  Kind kind = Kind::Reach;
  Waypoint waypoint;
  std::int64_t value = 0; ///< Input
};

struct WitnessPlan {
  std::vector<WitnessStep> steps;
  Waypoint first; ///< the two targets
  Waypoint second;
  std::size_t unseen = 0;            ///< waypoints without an effect that other threads can see
  std::vector<Waypoint> unevaluated; ///< waypoints whose constraints cannot be evaluated
  std::vector<bool> visible;         ///< accesses at any of these places, by SiteId
};

/// An Error says why the witness cannot lead to a race.
Result<WitnessPlan> planWitness(const ViolationWitness &witness, const Program &program,
                                WitnessPlaces &places);

/// n, if the expression is `\result == n`.
std::optional<std::int64_t> resultInConstraint(std::string_view expression);

} // namespace raceward
