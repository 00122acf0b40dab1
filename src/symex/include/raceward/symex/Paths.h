// Paths: explores every path of a sequential program, depth first.
#pragma once

#include "raceward/symex/Machine.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace raceward {

struct PathLimits {
  std::optional<std::uint64_t> paths; ///< maximum number of paths followed
  std::optional<std::uint64_t> stepsPerPath;
};

/// A fault, and inputs that lead to it.
struct FailedPath {
  Fault fault;
  std::vector<InputValue> inputs;
};

struct PathCounts {
  std::uint64_t completed = 0; ///< to the end of the program, or to a finding
  std::uint64_t infeasible = 0;
  std::uint64_t steps = 0;
  std::uint64_t choices = 0;
  std::size_t open = 0; ///< not yet followed
};

struct PathReport {
  PathCounts counts;
  std::vector<FailedPath> failed;
  std::vector<Gap> gaps;       ///< empty: every path was followed to its end
  std::optional<int> exitCode; ///< of the only path, if there is only one
  /// Set if solvers contradict each other: no result can be trusted.
  std::string contradiction;
};

struct PathVisitor {
  /// Called for every fault. False ends the exploration.
  std::function<bool(const FailedPath &)> onFault;
  std::function<void(const PathCounts &)> onProgress; ///< periodically
};

PathReport explorePaths(SymbolicMachine &machine, const PathLimits &limits,
                        const PathVisitor &visitor);

} // namespace raceward
