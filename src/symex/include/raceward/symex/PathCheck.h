// Properties of programs without threads, by following every path.
#pragma once

#include "raceward/model/Property.h"
#include "raceward/symex/Paths.h"

namespace raceward {

/// Whether the property asks about this.
[[nodiscard]] bool violates(FaultKind kind, Property property);
[[nodiscard]] Violation violationFrom(const Fault &fault, const std::vector<InputValue> &inputs);

/// Stops at the first violation. Paths that go wrong in another way than the property
/// asks about are gaps: what a program does after undefined behaviour is anybody's guess.
PathLedger checkPaths(SymbolicMachine &machine, Property property, const PathLimits &limits,
                      const std::function<void(const PathCounts &)> &onProgress);

} // namespace raceward
