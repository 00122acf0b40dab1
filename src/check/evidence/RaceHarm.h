// Whether a race does harm: two runs with equal inputs in which a read gets different values.
// Private to check.
#pragma once

#include "RaceReplay.h"

namespace raceward {

/// Harmful, with the two runs, or undecided: that there are none is not shown by looking at one
/// race. Every access to shared memory must be visible to the machine.
Harm harmOf(ThreadedMachine &machine, const ToldRace &race);

} // namespace raceward
