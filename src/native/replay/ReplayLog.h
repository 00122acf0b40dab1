// Reads the log of the runtime. Private to native.
#pragma once

#include "raceward/native/Replay.h"

#include <optional>
#include <string_view>

namespace raceward {

/// Finds the line `raceward-replay: OUTCOME WORDS` that the runtime writes at its end. The program
/// under test may write to the same file: other content is skipped.
std::optional<ReplayResult> readReplayLog(std::string_view log);

} // namespace raceward
