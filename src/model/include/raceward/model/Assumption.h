// What a verdict takes for granted about the world around the program, where it makes a difference
// to this program. What every verdict assumes is in docs/assumptions.md.
#pragma once

#include <string>

namespace raceward {

struct Assumption {
  std::string name;  ///< stable: "allocation-succeeds"
  std::string words; ///< a sentence for the user
};

} // namespace raceward
