// Brute force: what the runs of a small CELE program can do, over all interleavings and inputs.
//
// Independent of every engine: it takes the text as it is, with its loops, and the interpreter of
// the small-step rules. All states that are reachable with one assignment of inputs are visited;
// a state has the iteration of every loop, so that no two occurrences are mixed up.
#pragma once

#include "Interpreter.h"

#include <set>

namespace raceward::cele {

/// What an input may be. Programs of CeleGenerator.h do nothing with other inputs that they do
/// not do with one of these: they need no restriction in the engine that is compared.
inline const std::vector<std::int64_t> kInputDomain{-1, 0, 7};

struct OracleLimits {
  /// Maximal runs, as sequences of steps (Run.h), with one assignment of inputs.
  std::uint64_t interleavings = 100'000;
  /// Visited, with all assignments together.
  std::size_t states = 200'000;
  std::size_t assignments = 300;
};

struct OracleAnswer {
  std::set<ExpressionId> races;    ///< uses in the text whose value depends on the interleaving
  std::set<Failure> failures;      ///< assertions, divisions by zero and indices that can fail
  bool deadlock = false;           ///< no thread can move, and one waits at a `when`
  std::uint64_t interleavings = 0; ///< the most with one assignment of inputs
  std::size_t assignments = 0;     ///< of inputs, that were told apart
  /// Unrolling every loop that often loses nothing.
  std::uint32_t iterations = 0;
};

/// Nothing: the program is too large, or a number is, or it has a loop without steps and end.
std::optional<OracleAnswer> bruteForce(const Source &source,
                                       const std::vector<std::int64_t> &domain = kInputDomain,
                                       const OracleLimits &limits = {});

} // namespace raceward::cele
