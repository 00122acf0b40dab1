// Whether a race does harm: two runs with equal inputs in which a read gets different values.
// Private to check.
#pragma once

#include "RaceReplay.h"

namespace raceward {

/// Harmful, with the two runs, or undecided: one race cannot show that there are no such runs.
/// Every access to shared memory must be visible to the machine.
Harm harmOf(ThreadedMachine &machine, const ToldRace &race);

} // namespace raceward
