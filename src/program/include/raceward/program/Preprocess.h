// The text of a C file with all that it includes: a program that needs no other file.
#pragma once

#include "raceward/base/Process.h"
#include "raceward/base/Result.h"
#include "raceward/program/Program.h"

#include <string>

namespace raceward {

/// As loadProgram() would read the file. Named .i, the text loads as the same program, with the
/// places of the original. More than `mostBytes` are an Error.
Result<std::string> preprocess(const std::string &file, DataModel dataModel,
                               const ProcessLimits &limits, std::size_t mostBytes);

} // namespace raceward
