// explore(): visits the runs of a program, ideally one of each equivalence class.
//
// Written against Machine alone. Iterative (a run may have 10^6 events) and
// deterministic: the same machine gives the same runs in the same order. docs/develop/search.md
// explains the algorithms and the rules (R6, R8 of the design) they keep.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/explore/Progress.h"
#include "raceward/explore/RacingPair.h"
#include "raceward/explore/Reductions.h"
#include "raceward/model/Machine.h"
#include "raceward/model/Trace.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>

namespace raceward {

/// The question decides which steps depend on each other.
enum class Question : std::uint8_t {
  AnyRace,    ///< stops at the first race; reverses only synchronisation
  Everything, ///< all races, final states and deadlocks; reverses every conflict
};

enum class LockOrder : std::uint8_t {
  Eager, ///< any two acquisitions of a mutex are reversed
  Lazy,  ///< only if their sections depend on each other, until there is a race
};

/// Whether parts of the search are left out in which nothing can race (docs/develop/pruning.md).
/// For AnyRace; with it Optimal is Source, and lock order is eager.
enum class Pruning : std::uint8_t {
  None,
  Published, ///< as published: loses races, so an exhausted search proves nothing; a test oracle
  Lockset,   ///< rule R1
};

/// A bound that is reached ends the search, and SearchResult::ended says so.
struct SearchBounds {
  std::uint64_t runs = UINT64_MAX;   ///< complete and blocked runs together
  std::uint64_t events = UINT64_MAX; ///< over all runs
  std::uint64_t eventsPerRun = UINT64_MAX;
  std::chrono::nanoseconds time = std::chrono::nanoseconds::max();
  std::uint64_t memoryBytes = UINT64_MAX; ///< resident memory of the whole process
};

struct SearchOptions {
  Reduction reduction = Reduction::Optimal;
  Question question = Question::Everything;
  LockOrder lockOrder = LockOrder::Eager;
  Pruning pruning = Pruning::None;
  SearchBounds bounds;
  /// Called at the end of each complete run, with the machine in its final state.
  std::function<void(std::span<const Event>)> onCompleteRun;
  /// Called for each race in each run, with the machine right after the later access.
  std::function<void(const Event &earlier, const Event &later)> onRace;
  /// Asked after each step: true ends the search.
  std::function<bool()> enough;
  /// The work that the machine has done up to now, by which items are measured: equal for equal
  /// items, and roughly proportional to time. Empty: the number of events.
  std::function<std::uint64_t()> effort;
  /// Called between runs, no more often than this.
  std::function<void(const Progress &)> onProgress;
  std::chrono::nanoseconds progressInterval = std::chrono::seconds(1);
};

enum class SearchEnd : std::uint8_t {
  Exhausted, ///< every class was visited, or pruned where nothing can race; only this proves it
  FirstRace, ///< the question was AnyRace, and there is one
  Enough,    ///< SearchOptions::enough said so
  RunBound,
  EventBound,
  RunLength, ///< a run got too long, and its continuation was not visited
  TimeBound,
  MemoryBound,
};
[[nodiscard]] const char *toString(SearchEnd end);

struct SearchResult {
  SearchCounters counters;
  SearchEnd ended = SearchEnd::Exhausted;
  std::set<RacingPair> races;
  std::optional<Trace> firstRace; ///< ends with the second access
  /// One run for each pair that was found later, up to a limit of memory.
  std::vector<RaceRun> laterRaces;
  /// The order of two accesses depends on what standards or data leave open
  /// (HappensBefore::Reading): not reported as a race, but the program is not race-free either.
  bool ambiguousOrder = false;
  /// Memory of the search. If it was deep, freeing it may take seconds: free it after answering.
  std::shared_ptr<void> leftover;

  [[nodiscard]] bool exhausted() const { return ended == SearchEnd::Exhausted; }
};

/// An Error means that the machine failed; the races found until then are lost.
Result<SearchResult> explore(Machine &machine, const SearchOptions &options);

} // namespace raceward
