// explore(): visits the runs of a program, ideally one of each equivalence class.
//
// Written against Machine alone. Iterative (a run may have 10^6 events) and
// deterministic: the same machine gives the same runs in the same order. docs/search.md
// explains the algorithms and the rules (R6, R8 of the design) they keep.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/model/Machine.h"
#include "raceward/model/Trace.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>

namespace raceward {

/// Each is the baseline of the next.
enum class Reduction : std::uint8_t {
  None,              ///< every interleaving
  FlanaganGodefroid, ///< dynamic backtrack sets and sleep sets
  Source,            ///< source sets and sleep sets
  Optimal,           ///< wakeup trees: one run per class, no blocked run
};

/// What is asked decides which steps depend on each other.
enum class Question : std::uint8_t {
  AnyRace,    ///< stops at the first race; reverses only synchronisation
  Everything, ///< all races, final states and deadlocks; reverses every conflict
};

/// Two racing accesses, by thread and place in the code; the smaller one first.
struct RacingAccess {
  ThreadId thread;
  PositionId at;
  auto operator<=>(const RacingAccess &) const = default;
};
struct RacingPair {
  RacingAccess first;
  RacingAccess second;
  auto operator<=>(const RacingPair &) const = default;
};
/// In the order that makes equal pairs equal.
[[nodiscard]] RacingPair racingPair(const Event &a, const Event &b);

struct SearchOptions {
  Reduction reduction = Reduction::Optimal;
  Question question = Question::Everything;
  std::uint64_t maxRuns = UINT64_MAX;   ///< complete and blocked runs together
  std::uint64_t maxEvents = UINT64_MAX; ///< over all runs
  /// Called at the end of each complete run, with the machine in its final state.
  std::function<void(std::span<const Event>)> onCompleteRun;
};

struct SearchResult {
  std::uint64_t runs = 0;        ///< complete: no thread could move any more
  std::uint64_t blockedRuns = 0; ///< cut, as all that was left had been seen elsewhere
  std::uint64_t events = 0;
  std::uint64_t reversals = 0; ///< pairs of events that were considered for reversal
  bool exhausted = false;      ///< nothing was cut by a bound or by the first race
  std::set<RacingPair> races;
  std::optional<Trace> firstRace; ///< ends with the second access
};

/// An Error means that the machine failed; what was seen until then is lost.
Result<SearchResult> explore(Machine &machine, const SearchOptions &options);

} // namespace raceward
