// LLVM IR that is in memory → Program, on the way that files of IR take. Private to
// program, for the fuzzers.
#pragma once

#include "raceward/base/Process.h"
#include "raceward/program/Program.h"

#include <string>

namespace raceward {

/// `limits` are those of the process that reads.
Result<Program> loadIr(const std::string &name, const std::string &content,
                       const ProcessLimits &limits);

} // namespace raceward
