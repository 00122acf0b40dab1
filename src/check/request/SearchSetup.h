// Code shared by the engines that execute schedules.
#pragma once

#include "raceward/check/ExploreTask.h"
#include "raceward/model/CheckResult.h"
#include "raceward/symex/ThreadedMachine.h"

#include <string>
#include <vector>

namespace raceward {

/// "executing schedules: 1,234 runs, 56/s, about 7 % done"
std::string progressWords(const Progress &progress);

ThreadBounds threadBoundsOf(const ExploreOptions &options);

/// Without the limits on time and events.
SearchOptions searchOptionsOf(const ExploreTask &task);

/// Accesses are ordered only by what standards or data leave open.
Gap ambiguousOrderGap();

/// Adds the statistics of the machine.
void addFigures(const ThreadedMachine &machine, const std::vector<bool> &visible,
                ExplorationStats &stats);

ExplorationStats statsOf(const ThreadedMachine &machine, const SearchResult &result,
                         const std::vector<bool> &visible);

} // namespace raceward
