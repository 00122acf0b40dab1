// explore(): visits the runs of a program, ideally one of each equivalence class.
//
// Written against Machine alone. Iterative (a run may have 10^6 events) and
// deterministic: the same machine gives the same runs in the same order. docs/develop/search.md
// explains the algorithms and the rules (R6, R8 of the design) they keep.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/explore/Progress.h"
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

/// What is asked decides which steps depend on each other.
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
  Published, ///< as published, and races are lost: an exhausted search proves nothing
  Lockset,   ///< rule R1
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

/// A run that ends with the second access of the pair.
struct RaceRun {
  RacingPair pair;
  Trace run;
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
  /// Asked after each step: whether what the caller wants to know is known.
  std::function<bool()> enough;
  /// What the machine has done up to now, by which items are measured: the same for the same item,
  /// and about so much for the same time. Empty: the events count.
  std::function<std::uint64_t()> effort;
  /// Called between runs, no more often than this.
  std::function<void(const Progress &)> onProgress;
  std::chrono::nanoseconds progressInterval = std::chrono::seconds(1);
};

enum class SearchEnd : std::uint8_t {
  Exhausted, ///< every class was visited, or left where nothing can race; nothing else means that
  FirstRace, ///< asked for any race, there is one
  Enough,    ///< SearchOptions::enough said so
  RunBound,
  EventBound,
  RunLength, ///< a run got too long; what comes after it was not seen
  TimeBound,
  MemoryBound,
};
[[nodiscard]] const char *toString(SearchEnd end);

struct SearchResult {
  SearchCounters counters;
  SearchEnd ended = SearchEnd::Exhausted;
  std::set<RacingPair> races;
  std::optional<Trace> firstRace; ///< ends with the second access
  /// Of pairs that were found later, as many as are worth their memory.
  std::vector<RaceRun> laterRaces;
  /// Two accesses are ordered by what standards or data leave open (HappensBefore::Reading).
  /// No race for certain, and never race-free.
  bool ambiguousOrder = false;
  /// Memory of a search that was deep. Freeing it may take seconds: not before the answer.
  std::shared_ptr<void> leftover;

  [[nodiscard]] bool exhausted() const { return ended == SearchEnd::Exhausted; }
};

/// An Error means that the machine failed; what was seen until then is lost.
Result<SearchResult> explore(Machine &machine, const SearchOptions &options);

} // namespace raceward
