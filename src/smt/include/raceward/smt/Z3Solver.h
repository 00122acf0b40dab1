// Z3Solver: the adapter for Z3, in this process.
//
// One context and one incremental solver. Every constraint is asserted once, behind a
// guard (g implies constraint), and a query is a set of guards assumed, so that what
// Z3 learned from earlier queries stays. A fresh solver per query is 30 times slower,
// the "qfbv" tactic 5 times, push and pop slower with arrays.
//
// After it gave up, and when too many constraints have piled up, everything is dropped and
// translated anew; by counts, not by time, so that runs repeat. No header of Z3 is seen outside its
// source file; what it throws is caught there.
#pragma once

#include "raceward/smt/Solver.h"

#include <memory>

namespace raceward {

struct Z3Options {
  std::size_t maxConstraints = 20'000;
  unsigned memoryMegabytes = 0; ///< no limit if zero; over it Z3 gives up
  /// Units that the incremental solver may spend on a query before one without memory begins
  /// anew. Measured on the programs of bench/symex: of the queries that it answers within a
  /// second, nearly all need less.
  std::uint64_t quickEffort = 60'000;
};

std::unique_ptr<Solver> makeZ3Solver(const TermArena &arena, Z3Options options = {});

} // namespace raceward
