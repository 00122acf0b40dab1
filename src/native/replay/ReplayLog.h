// What the runtime says about a run. Private to native.
#pragma once

#include "raceward/native/Replay.h"

#include <optional>
#include <string_view>

namespace raceward {

/// Finds the line `raceward-replay: OUTCOME WORDS` that the runtime writes at its end. The
/// program under test could write to the same file: whatever else is there is passed over.
std::optional<ReplayResult> readReplayLog(std::string_view log);

} // namespace raceward
