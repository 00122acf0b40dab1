// Inputs: where values come from that the program does not compute.
#pragma once

#include <cstdint>

namespace raceward {

enum class InputPolicy : std::uint8_t {
  Symbolic, ///< every value at once: a variable per input
  Concrete, ///< one execution: zero where nothing else is said
};

} // namespace raceward
