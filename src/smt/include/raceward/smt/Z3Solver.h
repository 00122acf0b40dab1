// Z3Solver: the adapter for Z3, in this process.
//
// One context and one incremental solver. Every constraint is asserted once, behind a guard (g
// implies constraint), and a query assumes a set of guards, so that lemmas from earlier queries are
// kept. A fresh solver per query is 30 times slower, the "qfbv" tactic 5 times, push and pop slower
// with arrays.
//
// After GaveUp, and when too many constraints have accumulated, everything is dropped and
// translated again; by counts, not by time, so that runs are reproducible. Z3's headers are
// included only in its source file, and its exceptions are caught there.
#pragma once

#include "raceward/smt/Solver.h"

#include <functional>
#include <memory>

namespace raceward {

struct Z3Options {
  std::size_t maxConstraints = 20'000;
  unsigned memoryMegabytes = 0; ///< 0: no limit; over it Z3 gives up
  /// Units that the incremental solver may spend on a query before a non-incremental solver takes
  /// over. Measured on the programs of bench/symex: of the queries that it answers within a second,
  /// nearly all need less.
  std::uint64_t quickEffort = 60'000;
  /// Until the answer is of no use. Preparing a query takes time that no unit counts. Empty: for
  /// ever.
  std::function<double()> secondsLeft;
};

std::unique_ptr<Solver> makeZ3Solver(const TermArena &arena, Z3Options options = {});

} // namespace raceward
