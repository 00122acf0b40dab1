// SearchCore: the depth-first search behind all reductions.
//
// Stateless model checking: the search keeps one run, the nodes on it and no other state. It goes
// down by performing steps until a run ends: no thread is enabled (complete), every step left to
// take is asleep (blocked), or nothing that may follow can race (pruned). Then the pairs of events
// of the run that can be reversed are collected, each adds to the node before its first event, and
// the search goes back to the deepest node that has a step left. The parts are
// - Reducer (reductions/): which steps a node takes, and what a pair adds to a node;
// - Reversals: which pairs of a run can be reversed, and what such a run would begin with;
// - LazySearch: lock order that no data needs is not reversed, as long as no race was found;
// - PrunedSearch: runs are left where nothing can race any more;
// - RaceFinder and Budget: the races of each run, and the bounds.
//
// Invariant: when a node is left, each run that goes on from it has an equivalent one that was
// visited, or begins with a step of its sleep set, so that it was visited before (Godefroid,
// "Partial-Order Methods", 1996). Nothing recurses: a run may have 10^6 events. The same machine
// gives the same runs in the same order. docs/develop/search.md has the arguments.
#pragma once

#include "raceward/explore/Search.h"
#include "reductions/Reducer.h"
#include "search/Budget.h"
#include "search/LazySearch.h"
#include "search/PrunedSearch.h"
#include "search/Reversals.h"
#include "state/RaceFinder.h"

namespace raceward {

class SearchCore {
public:
  /// The options must outlive the search.
  SearchCore(Machine &machine, const SearchOptions &options);

  /// The whole search, from the initial state.
  Result<SearchResult> search();

  // The search of an item (items/ItemSearch.cpp) begins below a path.
  [[nodiscard]] SearchState &state() { return state_; }
  [[nodiscard]] RaceFinder &races() { return races_; }
  /// So far.
  [[nodiscard]] const SearchResult &result() const { return result_; }
  [[nodiscard]] bool usesSleepSets() const { return reducer_->reduces(); }
  /// A node for the state of the machine, with the sleep set that it inherits.
  Node &pushNode();
  Result<void> perform(Event step);
  /// Events of the run are not counted and their pairs not reversed: others have done so.
  void forgetPath();
  /// Searches until it is back at `floor` nodes; begins with the initial state if no node is left.
  /// False: it ended early, because the item is to be split or for the reason in result().
  Result<bool> explore(std::size_t floor);

private:
  enum class Arrival : std::uint8_t { GoOn, EndOfRun };

  Result<bool> exploreFrom(std::size_t floor);

  [[nodiscard]] bool hasRace() const { return races_.firstRace() || lazy_.confirmedRace(); }
  /// There is a race, and the question was whether there is one.
  [[nodiscard]] bool raceAnswers() const {
    return options_.question == Question::AnyRace && hasRace();
  }
  /// Whether the search has to end; stores the reason.
  bool mustStop();
  SearchResult finish();
  void report();

  Result<Arrival> arrive();
  Result<bool> stepOn();
  Result<void> endRun();
  void back();
  void useFallback();
  void takeAllThreads(std::size_t nodes);

  const SearchOptions &options_;
  SearchResult result_;
  SearchState state_;
  RaceFinder races_;
  Reduction reduction_;
  std::unique_ptr<Reducer> reducer_;
  std::unique_ptr<Reducer> replaced_; ///< freed with the search: that may take long
  PrunedSearch pruned_;
  LazySearch lazy_;
  Reversals reversals_;
  Budget budget_;
  std::chrono::nanoseconds nextReport_{0};
  bool atNewState_ = false;      ///< the machine is in a state that has no node yet
  bool machineIsDeeper_ = false; ///< than the node on top
  bool prunedHere_ = false;      ///< the run ends where nothing can race any more
};

} // namespace raceward
