// The usual chain of solvers.
//
//   Statistics → Limits → Independence → Cache → QueryLog → Statistics → Z3
//                                                                     or CrossCheck(Z3, process)
//
// The log stands below the cache: it holds what solvers are really asked.
#pragma once

#include "raceward/smt/CrossCheck.h"
#include "raceward/smt/Limits.h"
#include "raceward/smt/Solver.h"
#include "raceward/smt/Statistics.h"

#include <memory>
#include <string>
#include <vector>

namespace raceward {

struct ChainOptions {
  Limits::Options limits;
  std::string logPath;                 ///< no log if empty
  std::vector<std::string> crossCheck; ///< command of the second solver; none if empty
};

struct ChainCounts {
  SolverCounts asked;  ///< of the chain
  SolverCounts solved; ///< what got through to the solver
  CrossCheckCounts crossChecked;
};

/// `arena` and `counts` must outlive the chain.
Result<std::unique_ptr<Solver>> makeSolverChain(const TermArena &arena, const ChainOptions &options,
                                                ChainCounts &counts);

} // namespace raceward
