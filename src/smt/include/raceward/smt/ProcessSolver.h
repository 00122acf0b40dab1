// ProcessSolver: the adapter for any solver that reads SMT-LIB 2 on its standard input.
//
// Incremental like Z3Solver: terms are defined once, constraints are guarded, queries are
// check-sat-assuming. Needs a solver with models, unsat assumptions and global
// declarations; cvc5 and Z3 are tested.
//
// A solver that dies, hangs or answers nonsense counts as GaveUp; it is killed, and a new one is
// started for the next query. After a few consecutive failures no more are started.
#pragma once

#include "raceward/smt/Solver.h"

#include <memory>
#include <string>
#include <vector>

namespace raceward {

struct ProcessSolverOptions {
  /// Program (found on PATH) and arguments. Limits in resource units belong here, such as cvc5's
  /// --rlimit-per: SMT-LIB has no common way to set them per query.
  std::vector<std::string> command;
  /// A last resort against a solver that hangs. Not reproducible, unlike resource units.
  double secondsPerQuery = 60;
  std::size_t maxConstraints = 20'000; ///< beyond this a new process is started
};

/// cvc5 from Debian, with the options that this adapter needs.
std::vector<std::string> cvc5Command();

std::unique_ptr<Solver> makeProcessSolver(const TermArena &arena, ProcessSolverOptions options);

} // namespace raceward
