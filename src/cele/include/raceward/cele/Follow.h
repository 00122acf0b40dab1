// A run followed by the small-step rules: does it exist, and what does it do?
#pragma once

#include "raceward/cele/Run.h"

#include <optional>
#include <string>

namespace raceward::cele {

struct StepValue {
  Step step;
  /// Read or written; 1 of a `when`; the first of an array. The nearest one if it has more bits.
  std::int64_t value = 0;
  std::optional<std::size_t> from; ///< a use: the step that wrote it; none: the initial value
};

struct Followed {
  /// Why the run does not exist, in words, with the place; empty if it does.
  std::string refused;
  /// It was refused because a number has more than 128 bits: the run may exist all the same.
  bool tooLarge = false;
  std::vector<StepValue> values; ///< of the steps up to there
};

/// `unrolled` has no loops. Steps must come in an order that the program allows, and only steps
/// of the run are made: no thread goes further than it says.
Followed follow(const Source &unrolled, const Run &run);

/// Both runs exist, have equal inputs, end with the use, and it gets different values there.
[[nodiscard]] bool happens(const Source &unrolled, const ValueRace &race);

} // namespace raceward::cele
