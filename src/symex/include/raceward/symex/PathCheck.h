// Properties of programs without threads, by following every path.
#pragma once

#include "raceward/model/Property.h"
#include "raceward/symex/Paths.h"

namespace raceward {

/// Whether a fault of this kind violates the property.
[[nodiscard]] bool violates(FaultKind kind, Property property);
[[nodiscard]] Violation violationFrom(const Fault &fault, const std::vector<InputValue> &inputs);

/// Stops at the first violation. Paths with faults that the property does not concern are gaps:
/// nothing is known after undefined behaviour.
PathLedger checkPaths(SymbolicMachine &machine, Property property, const PathLimits &limits,
                      const std::function<void(const PathCounts &)> &onProgress);

} // namespace raceward
