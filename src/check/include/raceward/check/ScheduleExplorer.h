// The explorer: the machine under the search.
//
// Joins what lies below: whoever calls it says which accesses matter, the symbolic machine
// executes, the search decides who moves next. A race that it returns is a run that
// exists, executed a second time before it is reported; that there is none is known only if
// every schedule was executed and nothing was left out.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/check/ExploreTask.h"

namespace raceward {

/// An Error means that the engine failed; it says nothing about the program.
Result<Exploration> exploreSchedules(const Program &program, const ExploreTask &task);

} // namespace raceward
