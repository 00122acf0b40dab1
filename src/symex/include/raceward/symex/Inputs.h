// Inputs: the origin of values that the program does not compute.
#pragma once

#include "raceward/model/Source.h"

#include <cstdint>
#include <string_view>

namespace raceward {

/// An input that the program requests.
struct AskedInput {
  unsigned thread = 0;
  std::uint32_t count = 0; ///< number among the inputs of this thread
  std::string_view function;
  SourcePosition at; ///< may be unknown
  unsigned width = 0;
  /// An assumption has refused the numbers that were drawn before: how many.
  unsigned refused = 0;
  std::uint32_t step = 0; ///< of the function that asks: with `at`, the place in the code
  /// What `function`, or its model, calls to ask; may be empty.
  std::string_view primitive = {};
};

/// What the functions of the library for clocks call to ask for a time (library/clock.c): the
/// primitive of an AskedInput.
inline constexpr std::string_view kSecondsInput = "__VERIFIER_nondet_seconds";
inline constexpr std::string_view kMicrosecondsInput = "__VERIFIER_nondet_microseconds";
inline constexpr std::string_view kNanosecondsInput = "__VERIFIER_nondet_nanoseconds";
inline constexpr std::string_view kTicksInput = "__VERIFIER_nondet_ticks"; ///< of clock()

/// What models call to ask for a number that they do not compute (Guesses.h).
inline constexpr std::string_view kGuessPrefix = "raceward_guess_";

inline bool isPartOfTime(std::string_view primitive) {
  return primitive == kSecondsInput || primitive == kMicrosecondsInput ||
         primitive == kNanosecondsInput || primitive == kTicksInput;
}

enum class InputPolicy : std::uint8_t {
  Symbolic, ///< all values at once: a variable per input
  Concrete, ///< one execution: zero unless given
};

} // namespace raceward
