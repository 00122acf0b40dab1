// Executes the schedules of a program in items, by a crew.
#pragma once

#include "raceward/check/ExploreTask.h"

namespace raceward {

/// `seconds`: for the whole search.
Result<Exploration> exploreInItems(const Program &program, const ExploreTask &task, double seconds);

} // namespace raceward
