#include "raceward/explore/CanPerform.h"

#include <algorithm>

namespace raceward {

Result<bool> canPerform(Machine &machine, const Event &event) {
  const auto enabled = machine.enabled();
  if (std::ranges::find(enabled, event.thread) == enabled.end())
    return false;
  const Result<std::span<const Outcome>> outcomes = machine.outcomes(event.thread);
  if (!outcomes)
    return fail(outcomes.error());
  return std::ranges::find(*outcomes, event.outcome) != outcomes->end() &&
         machine.next(event.thread, event.outcome) == event.operation;
}

} // namespace raceward
