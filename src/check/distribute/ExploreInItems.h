// The schedules of a program, executed in items by a pool of workers.
#pragma once

#include "raceward/check/ExploreTask.h"

namespace raceward {

/// `seconds` for all of it.
Result<Exploration> exploreInItems(const Program &program, const ExploreTask &task, double seconds);

} // namespace raceward
