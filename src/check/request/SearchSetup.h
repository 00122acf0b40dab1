// What the engines that execute schedules have in common.
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

/// But for the limits on time and events.
SearchOptions searchOptionsOf(const ExploreTask &task);

/// Accesses are ordered by what standards or data leave open.
Gap ambiguousOrderGap();

/// What the machine knows.
void addFigures(const ThreadedMachine &machine, const std::vector<bool> &visible,
                ExplorationStats &stats);

ExplorationStats statsOf(const ThreadedMachine &machine, const SearchResult &result,
                         const std::vector<bool> &visible);

} // namespace raceward
