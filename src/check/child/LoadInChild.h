// The first part of every child: the program. Private to check.
#pragma once

#include "raceward/check/Child.h"
#include "raceward/program/Program.h"

namespace raceward {

/// Null if it cannot be loaded; why was sent. Never freed: the process ends with the answer, and
/// taking a large program apart first would only cost time that a limit may not have.
const Program *loadInChild(const CheckRequest &request, const WireSend &send, CheckStats &stats);

} // namespace raceward
