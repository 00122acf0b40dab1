#include "raceward/smt/Chain.h"

#include "raceward/base/Process.h"
#include "raceward/smt/Cache.h"
#include "raceward/smt/CrossCheck.h"
#include "raceward/smt/Independence.h"
#include "raceward/smt/ProcessSolver.h"
#include "raceward/smt/QueryLog.h"
#include "raceward/smt/Z3Solver.h"

namespace raceward {

Result<std::unique_ptr<Solver>> makeSolverChain(const TermArena &arena, const ChainOptions &options,
                                                ChainCounts &counts) {
  Z3Options z3;
  z3.secondsLeft = options.secondsLeft;
  std::unique_ptr<Solver> solver = makeZ3Solver(arena, std::move(z3));
  if (!options.crossCheck.empty()) {
    // A requested second solver must not be missing unnoticed.
    if (!canRun(options.crossCheck.front()))
      return fail(Error::Kind::Setup, "cannot run " + options.crossCheck.front(),
                  "install it, or check without a second solver");
    ProcessSolverOptions second;
    second.command = options.crossCheck;
    solver = std::make_unique<CrossCheck>(arena, std::move(solver),
                                          makeProcessSolver(arena, std::move(second)),
                                          &counts.crossChecked);
  }
  solver = std::make_unique<Statistics>(std::move(solver), counts.solved);
  if (!options.logPath.empty()) {
    Result<std::unique_ptr<Solver>> log = QueryLog::open(arena, std::move(solver), options.logPath);
    if (!log)
      return log;
    solver = std::move(*log);
  }
  solver = std::make_unique<Cache>(arena, std::move(solver));
  solver = std::make_unique<Independence>(arena, std::move(solver));
  solver = std::make_unique<Limits>(std::move(solver), options.limits);
  solver = std::make_unique<Statistics>(std::move(solver), counts.asked);
  return solver;
}

} // namespace raceward
