// Models of library functions that the machine executes like the program itself.
//
// Their C source is in src/symex/library; the build compiles it once for each data model and embeds
// the bitcode.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/program/Program.h"

#include <string_view>

namespace raceward {

/// Names with this prefix are helpers of the models, not functions of any C library.
inline constexpr std::string_view kModelHelperPrefix = "__raceward_";

/// The library, normalised and decoded like a program. It has no entry.
Result<Program> loadModelLibrary(DataModel dataModel);

} // namespace raceward
