// What a witness asks for, as the machine can follow it. Private to check.
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
    Input,  ///< a value from outside
  };
  Kind kind = Kind::Reach;
  Waypoint waypoint;
  std::int64_t value = 0; ///< Input
};

struct WitnessPlan {
  std::vector<WitnessStep> steps;
  Waypoint first; ///< the two targets
  Waypoint second;
  std::size_t unseen = 0;            ///< waypoints at which nothing happens that others could see
  std::vector<Waypoint> unevaluated; ///< with constraints that nobody here can evaluate
  std::vector<bool> visible;         ///< accesses at any of these places, by SiteId
};

/// An Error says why the witness can lead to no race.
Result<WitnessPlan> planWitness(const ViolationWitness &witness, const Program &program,
                                WitnessPlaces &places);

/// n, if the expression is `\result == n`.
std::optional<std::int64_t> resultInConstraint(std::string_view expression);

} // namespace raceward
