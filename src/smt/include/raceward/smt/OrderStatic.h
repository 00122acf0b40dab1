// StaticOrder: the statically known order of steps.
//
// A clock is a point in time at which a step may happen. Edges order clocks whenever both steps
// happen: program order, the start and the end of threads. Two clocks that no chain of edges
// connects are concurrent.
#pragma once

#include "raceward/base/Id.h"

#include <cstdint>
#include <vector>

namespace raceward {

struct ClockTag;
using ClockId = Id<ClockTag>;

class StaticOrder {
public:
  ClockId addClock();
  /// `before` was added earlier than `after`, and `after` was not queried yet.
  void addEdge(ClockId before, ClockId after);

  [[nodiscard]] std::size_t size() const { return before_.size(); }
  [[nodiscard]] bool before(ClockId a, ClockId b) const {
    return a < b && ((before_[b.index()][a.index() / 64] >> (a.index() % 64)) & 1) != 0;
  }
  [[nodiscard]] bool concurrent(ClockId a, ClockId b) const {
    return a != b && !before(a, b) && !before(b, a);
  }
  /// The latest of `among` (sorted) that come before `clock`: every other one that does comes
  /// before one of these.
  [[nodiscard]] std::vector<ClockId> latestBefore(ClockId clock,
                                                  const std::vector<ClockId> &among) const;

private:
  using Bits = std::vector<std::uint64_t>;
  std::vector<Bits> before_; ///< by clock: all that come before it
};

} // namespace raceward
