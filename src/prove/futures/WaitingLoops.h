// Loops that may return to their start with nothing changed, and so may wait for other threads.
#pragma once

#include "raceward/program/Program.h"

#include <vector>

namespace raceward {

/// By instruction of the function: it lies in such a loop. A counting loop is not one.
std::vector<bool> insideWaitingLoops(const Function &function);

} // namespace raceward
