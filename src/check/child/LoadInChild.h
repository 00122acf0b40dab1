// The first step of every child: loads the program. Private to check.
#pragma once

#include "raceward/check/Child.h"
#include "raceward/program/Program.h"

namespace raceward {

/// Null if it cannot be loaded; the error was sent. Never freed: the process ends with the answer,
/// and freeing a large program would only cost time.
const Program *loadInChild(const CheckRequest &request, const WireSend &send, CheckStats &stats);

} // namespace raceward
