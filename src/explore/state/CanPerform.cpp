#include "raceward/explore/CanPerform.h"

#include <algorithm>

namespace raceward {

Result<bool> canStep(Machine &machine, ThreadId thread, Outcome outcome) {
  const auto enabled = machine.enabled();
  if (std::ranges::find(enabled, thread) == enabled.end())
    return false;
  const Result<std::span<const Outcome>> outcomes = machine.outcomes(thread);
  if (!outcomes)
    return fail(outcomes.error());
  return std::ranges::find(*outcomes, outcome) != outcomes->end();
}

Result<bool> canPerform(Machine &machine, const Event &event) {
  const Result<bool> can = canStep(machine, event.thread, event.outcome);
  if (!can || !*can)
    return can;
  return machine.next(event.thread, event.outcome) == event.operation;
}

} // namespace raceward
