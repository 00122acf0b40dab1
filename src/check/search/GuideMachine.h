// Gives a machine the futures of its threads, computed from the code. Private to check.
#pragma once

#include "raceward/model/Suspects.h"
#include "raceward/prove/Facts.h"
#include "raceward/symex/ThreadedMachine.h"

namespace raceward {

/// All of these must outlive the machine's search.
void guide(ThreadedMachine &machine, const Facts &facts, const SuspectSet &suspects,
           const std::vector<bool> &visible);

} // namespace raceward
