#include "raceward/smt/OrderStatic.h"

#include "raceward/base/Check.h"

#include <algorithm>

namespace raceward {

ClockId StaticOrder::addClock() {
  const ClockId clock(before_.size());
  before_.emplace_back(before_.size() / 64 + 1, 0);
  return clock;
}

void StaticOrder::addEdge(ClockId before, ClockId after) {
  RW_CHECK(before < after && after.index() < before_.size());
  const Bits &from = before_[before.index()];
  Bits &to = before_[after.index()];
  for (std::size_t word = 0; word < from.size(); ++word)
    to[word] |= from[word];
  to[before.index() / 64] |= std::uint64_t{1} << (before.index() % 64);
}

std::vector<ClockId> StaticOrder::latestBefore(ClockId clock,
                                               const std::vector<ClockId> &among) const {
  std::vector<ClockId> latest;
  for (auto it = std::lower_bound(among.begin(), among.end(), clock); it != among.begin();) {
    const ClockId candidate = *--it;
    if (before(candidate, clock) && std::none_of(latest.begin(), latest.end(), [&](ClockId later) {
          return before(candidate, later);
        }))
      latest.push_back(candidate);
  }
  return latest;
}

} // namespace raceward
