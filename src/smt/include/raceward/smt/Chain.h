// The standard chain of solvers.
//
//   Statistics → Limits → Independence → Cache → QueryLog → Statistics → Z3
//                                                                     or CrossCheck(Z3, process)
//
// Each wrapper owns the solver below and adds one thing (Solver.h). The order matters: limits apply
// to whole queries, the cache sees independent groups, which repeat more often than whole queries,
// and the log is below the cache, so that it holds only the queries that solvers really get. Two
// Statistics count the queries above and below.
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
  std::string logPath;                      ///< empty: no log
  std::vector<std::string> crossCheck;      ///< command of the second solver; empty: none
  std::function<double()> secondsLeft = {}; ///< as in Z3Options
};

struct ChainCounts {
  SolverCounts asked;  ///< queries to the chain
  SolverCounts solved; ///< queries that reached the solver
  CrossCheckCounts crossChecked;
};

/// `arena` and `counts` must outlive the chain.
Result<std::unique_ptr<Solver>> makeSolverChain(const TermArena &arena, const ChainOptions &options,
                                                ChainCounts &counts);

} // namespace raceward
