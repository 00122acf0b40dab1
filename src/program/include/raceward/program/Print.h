// `raceward show program`: a Program in words.
#pragma once

#include "raceward/program/Program.h"

#include <string>

namespace raceward {

struct PrintOptions {
  bool code = false; ///< the decoded instructions, too
  /// One line per access site and nothing else: "file:line:col: write 'x' in f".
  bool sitesOnly = false;
};

std::string printProgram(const Program &program, const PrintOptions &options);

} // namespace raceward
