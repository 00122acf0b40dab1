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
};

enum class InputPolicy : std::uint8_t {
  Symbolic, ///< all values at once: a variable per input
  Concrete, ///< one execution: zero unless given
};

} // namespace raceward
