// `raceward show program`: a Program as text.
#pragma once

#include "raceward/program/Program.h"

#include <string>

namespace raceward {

struct PrintOptions {
  bool code = false; ///< also print the decoded instructions
  /// Only one line per access site: "file:line:col: write 'x' in f".
  bool sitesOnly = false;
};

std::string printProgram(const Program &program, const PrintOptions &options);

} // namespace raceward
