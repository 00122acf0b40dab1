// Progress: how far a search has come, with an estimate of the remaining work.
#pragma once

#include <cstdint>

namespace raceward {

struct SearchCounters {
  std::uint64_t runs = 0;        ///< complete: no thread could move any more
  std::uint64_t blockedRuns = 0; ///< cut, as every continuation had been visited elsewhere
  std::uint64_t events = 0;
  std::uint64_t reversals = 0; ///< pairs of events that were considered for reversal
  /// Lazy lock order: races that only the weaker order shows and a run confirmed, or did
  /// not; and whether the search went back to the order of all acquisitions.
  std::uint64_t confirmedRaces = 0;
  std::uint64_t unconfirmedRaces = 0;
  bool lazyOrderGivenUp = false;
  // Pruning: states that were examined, those that were safe, and the work that was skipped:
  // reversals by the published rule, steps by locksets.
  std::uint64_t pruningChecks = 0;
  std::uint64_t pruningYes = 0;
  std::uint64_t pruningSkipped = 0;
  bool operator==(const SearchCounters &) const = default;
};

/// The share of the search tree that is done, if siblings had subtrees of equal size
/// (Knuth, "Estimating the efficiency of backtrack programs", 1975). The tree is not
/// known before it is searched: a node may get more children, up to one for each thread
/// that can move there. The estimate counts the children known so far; `low` counts all that could
/// come, and is a lower bound on this measure. Neither accounts for siblings of unequal size: that
/// error has no bound.
struct FractionDone {
  double estimate = 0;
  double low = 0;
};

struct Progress {
  SearchCounters counters;
  double seconds = 0;
  double runsPerSecond = 0; ///< complete and blocked, since the start
  FractionDone fraction;
};

} // namespace raceward
