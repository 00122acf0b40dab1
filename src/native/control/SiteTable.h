// Reads the table of sites that a program writes at its start.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/native/Execution.h"

#include <string_view>
#include <vector>

namespace raceward {

/// Untrusted: the program may have written anything.
Result<std::vector<NativeSite>> parseSites(std::string_view text);

} // namespace raceward
