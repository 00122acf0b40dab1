// Runs clang on one C file. Private to program.
#pragma once

#include "raceward/program/Load.h"

namespace raceward {

/// The unit as bitcode.
Result<std::string> compileToBitcode(const CompileUnit &unit, const LoadRequest &request,
                                     const std::string &clang);

} // namespace raceward
