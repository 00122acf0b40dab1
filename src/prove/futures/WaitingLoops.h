// Loops that may come back to where they were with nothing changed, and so may wait for others.
#pragma once

#include "raceward/program/Program.h"

#include <vector>

namespace raceward {

/// By instruction of the function: it lies in such a loop. A loop that counts is none.
std::vector<bool> insideWaitingLoops(const Function &function);

} // namespace raceward
