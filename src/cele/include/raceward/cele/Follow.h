// Follows a run by the small-step rules: does it exist, and which values occur?
#pragma once

#include "raceward/cele/Run.h"

#include <optional>
#include <string>

namespace raceward::cele {

struct StepValue {
  Step step;
  /// The value read or written; 1 for a `when`; the first of an array. Saturated to 64 bits.
  std::int64_t value = 0;
  std::optional<std::size_t> from; ///< a use: the step that wrote it; empty: the initial value
};

struct Followed {
  /// Why the run does not exist, with the position; empty if it does.
  std::string refused;
  /// It was refused because a number has more than 128 bits: the run may exist nevertheless.
  bool tooLarge = false;
  std::vector<StepValue> values; ///< of the steps up to there
};

/// `unrolled` has no loops. Steps must come in an order that the program allows, and only steps of
/// the run are made: no thread goes further.
Followed follow(const Source &unrolled, const Run &run);

/// Whether both runs exist, have equal inputs, and end with the use, which gets different values.
[[nodiscard]] bool happens(const Source &unrolled, const ValueRace &race);

} // namespace raceward::cele
