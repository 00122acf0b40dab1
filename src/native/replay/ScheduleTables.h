// Evidence as tables in C, for runtime/. Private to native.
#pragma once

#include "raceward/native/Replay.h"

#include <string>
#include <vector>

namespace raceward {

/// The library functions whose accesses are steps: each is called through a stub.
std::vector<std::string> steppedCalls(const Evidence &run);

/// The text of a C file that defines `raceward_schedule`. `nameOf` says how files are called
/// where it is compiled.
std::string scheduleTables(const ReplayRequest &request,
                           const std::function<std::string(const std::string &)> &nameOf);

} // namespace raceward
