// Runs clang on one C file. Private to program.
#pragma once

#include "raceward/program/Load.h"

namespace raceward {

struct CompileUnit {
  std::string file;
  std::string directory;          ///< where the compiler runs; empty for here
  std::vector<std::string> flags; ///< of this unit, before the user's own
};

/// The unit as bitcode.
Result<std::string> compileToBitcode(const CompileUnit &unit, const LoadRequest &request,
                                     const std::string &clang);

} // namespace raceward
