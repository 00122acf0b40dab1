// How a program is compiled for a replay. Private to native.
#pragma once

#include "raceward/native/Replay.h"

#include <string>
#include <vector>

namespace raceward {

/// Our flags for the user's files, which override all others.
const std::vector<std::string> &replayFlags();
/// For the files of the runtime.
const std::vector<std::string> &runtimeFlags();
/// The names of the C files of the runtime and of the schedule.
std::vector<std::string> runtimeSources();

/// Writes the runtime and the schedule into the folder.
Result<void> writeRuntime(const ReplayRequest &request, const std::string &folder,
                          const std::function<std::string(const std::string &)> &nameOf);

} // namespace raceward
