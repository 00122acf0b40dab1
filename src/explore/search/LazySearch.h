// LazySearch: the part of a search that leaves out reversals of lock order that no data needs.
//
// While lazy lock order is used, order() of the state is the weaker order of LazyLocks, so fewer
// pairs can be reversed. That is sound as long as no race was found: at the first one lazy order
// ends, and so it does with readers and semaphores, where nothing commutes. A race that only the
// weaker order shows is confirmed by a run of the machine, which ends the search if the question
// was whether there is one.
//
// Invariant: subtrees that are done had no race, so they lost nothing. The nodes of the current run
// may miss reversals when less becomes lazy than was; functions that return true say so, and the
// search lets these nodes take all threads. docs/develop/search.md, "Lazy lock order".
#pragma once

#include "raceward/explore/Search.h"
#include "search/LazyLocks.h"
#include "state/RaceFinder.h"
#include "state/SearchState.h"

namespace raceward {

class LazySearch {
public:
  LazySearch(SearchState &state, const RaceFinder &races, Question question,
             CriticalSections::WithInputs withInputs, SearchResult &result)
      : state_(state), races_(races), question_(question), locks_(state.run, withInputs),
        result_(result) {}

  /// Lock order is lazy from here on, until giveUp().
  void begin() { state_.lazyOrder = &locks_.order(); }
  [[nodiscard]] bool isActive() const { return state_.lazyOrder != nullptr; }

  // While it is active. True: less is lazy than was.
  /// The run has one event more.
  [[nodiscard]] bool isLessLazyAfterStep();
  /// The run has ended, and its pairs are about to be reversed.
  [[nodiscard]] Result<bool> isLessLazyAfterRun();
  [[nodiscard]] bool giveUp();

  /// The first position whose pairs may have changed, if those before `firstNewEvent` were
  /// reversed.
  [[nodiscard]] std::size_t firstUnsettled(std::size_t firstNewEvent) const {
    return isActive() ? locks_.firstUnsettled(firstNewEvent) : firstNewEvent;
  }
  /// A run that ends in a race that the weaker order has shown.
  [[nodiscard]] const std::optional<Trace> &confirmedRace() const { return confirmed_; }

private:
  Result<bool> confirm(LazyLocks::Pair pair);

  SearchState &state_;
  const RaceFinder &races_;
  Question question_;
  LazyLocks locks_;
  SearchResult &result_;
  std::optional<Trace> confirmed_;
};

} // namespace raceward
