// The explorer: runs the search on the symbolic machine.
//
// The caller selects the accesses that matter, the machine executes, the search chooses the next
// thread. A race that is returned is an existing run, executed a second time before it is reported;
// that there is none is known only if every schedule was executed and nothing was left out.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/check/ExploreTask.h"

namespace raceward {

/// An Error means that the engine failed; it says nothing about the program.
Result<Exploration> exploreSchedules(const Program &program, const ExploreTask &task);

} // namespace raceward
