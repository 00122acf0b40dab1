// Assumptions about the program's environment that matter for this program's verdict.
// docs/use/assumptions.md lists those of every verdict.
#pragma once

#include <string>

namespace raceward {

struct Assumption {
  std::string name;  ///< stable: "allocation-succeeds"
  std::string words; ///< a sentence for the user
};

} // namespace raceward
