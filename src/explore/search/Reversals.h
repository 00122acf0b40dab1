// Reversals: which pairs of events of a run can be reversed, and what each reversed run begins
// with.
//
// A pair can be reversed if the two events depend on each other, no third event orders them, and
// the second could have come first (CausalOrder). A thread that is still blocked when the run ends
// has no event that shows its order, so what it waits to do counts as a second event: it is pending
// (rule R8). For each pair this class collects the events that the second has to precede and those
// that may stay before it; the reduction decides what that adds to the node before the first event.
//
// Invariant: all pairs up to firstNewEvent() were reversed in an earlier run, so that a reduction
// that looks at the run only up to the second event need not see them again.
#pragma once

#include "raceward/explore/Progress.h"
#include "reductions/Reducer.h"

#include <vector>

namespace raceward {

class Reversals {
public:
  Reversals(SearchState &state, SearchCounters &counters) : state_(state), counters_(counters) {}

  /// The first event that no earlier run had.
  [[nodiscard]] std::size_t firstNewEvent() const { return firstNewEvent_; }
  void beginAt(std::size_t firstNewEvent) { firstNewEvent_ = firstNewEvent; }

  /// Keeps what threads wait to do in the state of the machine.
  void rememberPending();
  void forgetPending() { pending_.clear(); }
  [[nodiscard]] std::span<const Event> pending() const { return pending_; }

  /// Gives the reduction all pairs whose second event is at `from` or later, or pending.
  void reverseAll(Reducer &reducer, std::size_t from);

private:
  void reverse(Reducer &reducer, std::size_t first, std::size_t end, const Event &second);
  [[nodiscard]] bool collectToPrecede(std::size_t first, std::size_t end, const Event &second);
  void collectNotAfter(const Reducer &reducer, std::size_t end);
  [[nodiscard]] std::uint32_t waitsSince(const Event &event) const;
  [[nodiscard]] bool staysAsleep(std::size_t first, const Event &second) const;

  SearchState &state_;
  SearchCounters &counters_;
  std::size_t firstNewEvent_ = 0;
  std::vector<Event> pending_;
  // Of the pair that is being reversed; see Reversal.
  std::vector<std::uint32_t> blockers_; ///< first events for one that is pending
  std::vector<std::uint32_t> toPrecede_;
  std::vector<std::uint32_t> notAfter_;
};

} // namespace raceward
