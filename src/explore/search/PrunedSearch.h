// PrunedSearch: the part of a search that ends runs where nothing can race any more (rule R1).
//
// The Pruner tells from which states no race is possible. With Pruning::Lockset a run ends in the
// first of them, and all operations that its threads may still perform count as pending: each that
// may depend on an event of the run adds its thread to the node before that event, as if it had
// been executed and reversed. Pruning::Published only leaves out reversals at such nodes, as was
// published, and loses races: it is a test oracle. docs/develop/pruning.md has the paper and the
// argument.
#pragma once

#include "raceward/explore/Search.h"
#include "search/Pruner.h"
#include "state/SearchState.h"

namespace raceward {

class PrunedSearch {
public:
  PrunedSearch(SearchState &state, const RaceFinder &races, Pruning pruning,
               SearchCounters &counters)
      : state_(state), pruning_(pruning), pruner_(state.machine, state.run, races, state.causal),
        counters_(counters) {}

  /// The run has one event more.
  void extend() {
    if (pruning_ == Pruning::Lockset)
      pruner_.extend();
  }
  /// Whether the run need not go on from the node, which is the state of the machine.
  [[nodiscard]] bool endsRun(Node &node);
  /// Reverses what is hidden behind the end of the run.
  void reverseHidden();

private:
  SearchState &state_;
  Pruning pruning_;
  Pruner pruner_;
  SearchCounters &counters_;
  std::vector<Pruner::HiddenReversal> hidden_;
};

} // namespace raceward
