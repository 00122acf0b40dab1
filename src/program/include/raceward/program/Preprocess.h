// The text of a C file with all its includes: a self-contained program.
#pragma once

#include "raceward/base/Process.h"
#include "raceward/base/Result.h"
#include "raceward/program/Program.h"

#include <string>

namespace raceward {

/// Preprocesses the file as loadProgram() would read it. Saved as .i, the text loads as the same
/// program, with the positions of the original. More than `mostBytes` are an Error.
Result<std::string> preprocess(const std::string &file, DataModel dataModel,
                               const ProcessLimits &limits, std::size_t mostBytes);

} // namespace raceward
