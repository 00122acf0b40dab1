#include "Preemptions.h"

#include <bit>

namespace raceward {

namespace {

/// Enough for hours; if more are dropped, the schedules are not called exhausted.
constexpr std::size_t kMostWaiting = 1'000'000;

} // namespace

void Preemptions::add(const std::vector<rw_change> &changes, const Execution &run) {
  if (changes.size() >= std::min<std::size_t>(most_, RW_MOST_CHANGES))
    return;
  const std::uint64_t after = changes.empty() ? 0 : changes.back().at + 1;
  for (std::uint64_t at = std::max<std::uint64_t>(after, 1); at < run.events.size(); ++at) {
    const rw_event &event = run.events[at];
    const std::uint8_t before = run.events[at - 1].thread;
    // Only a running thread can be preempted, and only for an enabled one.
    if (event.thread != before)
      continue;
    for (std::uint64_t others = event.enabled & ~(std::uint64_t{1} << before); others != 0;
         others &= others - 1) {
      if (waiting_.size() == kMostWaiting)
        return;
      std::vector<rw_change> more = changes;
      more.push_back({at, static_cast<std::uint32_t>(std::countr_zero(others)), 0});
      waiting_.push_back(std::move(more));
    }
  }
}

std::optional<std::vector<rw_change>> Preemptions::next() {
  if (waiting_.empty())
    return std::nullopt;
  std::vector<rw_change> changes = std::move(waiting_.front());
  waiting_.pop_front();
  return changes;
}

} // namespace raceward
