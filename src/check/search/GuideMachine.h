// Tells a machine what the code says about its threads. Private to check.
#pragma once

#include "raceward/model/Suspects.h"
#include "raceward/prove/Facts.h"
#include "raceward/symex/ThreadedMachine.h"

namespace raceward {

/// All of these must outlive the machine's searching.
void guide(ThreadedMachine &machine, const Facts &facts, const SuspectSet &suspects,
           const std::vector<bool> &visible);

} // namespace raceward
