// Loads LLVM IR from memory, on the same path as IR files. Private to program, for the fuzzers.
#pragma once

#include "raceward/base/Process.h"
#include "raceward/program/Program.h"

#include <string>

namespace raceward {

/// `limits` are those of the reader process.
Result<Program> loadIr(const std::string &name, const std::string &content,
                       const ProcessLimits &limits);

} // namespace raceward
