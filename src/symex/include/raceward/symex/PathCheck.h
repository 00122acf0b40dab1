// Properties of programs without threads, by following every path.
#pragma once

#include "raceward/model/Property.h"
#include "raceward/symex/Paths.h"

namespace raceward {

/// Stops at the first violation. Paths that go wrong in another way than the property
/// asks about are gaps: what a program does after undefined behaviour is anybody's guess.
PathLedger checkPaths(SymbolicMachine &machine, Property property, const PathLimits &limits,
                      const std::function<void(const PathCounts &)> &onProgress);

} // namespace raceward
