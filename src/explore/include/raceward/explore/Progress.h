// Progress: how far a search has come, and how far that can be trusted.
#pragma once

#include <cstdint>

namespace raceward {

struct SearchCounters {
  std::uint64_t runs = 0;        ///< complete: no thread could move any more
  std::uint64_t blockedRuns = 0; ///< cut, as all that was left had been seen elsewhere
  std::uint64_t events = 0;
  std::uint64_t reversals = 0; ///< pairs of events that were considered for reversal
  /// Lazy lock order: races that only the weaker order shows and a run confirmed, or did
  /// not; and whether the search went back to the order of all acquisitions.
  std::uint64_t confirmedRaces = 0;
  std::uint64_t unconfirmedRaces = 0;
  bool lazyOrderGivenUp = false;
  // Pruning: states that were looked at, those from which nothing can race, and what was left
  // out for that: reversals by the published rule, steps by locksets.
  std::uint64_t pruningChecks = 0;
  std::uint64_t pruningYes = 0;
  std::uint64_t pruningSkipped = 0;
  bool operator==(const SearchCounters &) const = default;
};

/// The share of the search tree that is done, if siblings had subtrees of equal size
/// (Knuth, "Estimating the efficiency of backtrack programs", 1975). The tree is not
/// known before it is searched: a node may get more children, up to one for each thread
/// that can move there. The estimate counts the children known today; `low` counts all
/// that could come, and is what the share cannot fall below on this measure. What neither
/// knows is how unequal siblings are: that error has no bound.
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
