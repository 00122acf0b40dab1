// Reversal: a pair of dependent events of the run, of which the second is to come first.
#pragma once

#include "state/SearchState.h"

#include <cstdint>
#include <span>

namespace raceward {

struct Reversal {
  const SearchState &state;
  /// The event that is to come first. It may be pending: its thread was still blocked when the run
  /// ended.
  const Event &second;
  /// Where the events that may stay before the second one end: its position, or the size of the run
  /// if it is pending, or if the reduction uses the rest of the run.
  std::size_t end;
  /// Positions of the events that the second is to precede, in order: the first event of the pair,
  /// and readers of a lock that a writer has to precede together with it.
  std::span<const std::uint32_t> toPrecede;
  /// Positions between the first of them and `end` of the events that come after none of them. With
  /// these and then the second event, the node before the first goes another way.
  std::span<const std::uint32_t> notAfter;

  [[nodiscard]] std::size_t first() const { return toPrecede.front(); }
  /// Whether the event at `at`, one of `notAfter`, must stay before the second one.
  [[nodiscard]] bool needs(std::size_t at) const {
    const Run &run = state.run;
    if (end < run.size())
      return state.order().before(at, end);
    // Pending: it needs the earlier events of its thread, and readers and posts that stay before
    // it.
    if (dependent(run[at], second, state.dependency) && !mutated(Mutation::PendingAfter))
      return true;
    const std::uint32_t predecessor = run.predecessor(second.thread);
    return predecessor != Run::kNone &&
           (predecessor == at || state.order().before(at, predecessor));
  }
};

} // namespace raceward
