#include "reductions/ThreadSets.h"

#include <algorithm>

namespace raceward {

Result<bool> ThreadSets::firstChoice(Node &node) {
  bool partly = false;
  for (const ThreadId thread : node.enabled) {
    const auto outcomes = state_.machine.outcomes(thread);
    if (!outcomes)
      return fail(outcomes.error());
    const auto awake = static_cast<std::size_t>(std::ranges::count_if(
        *outcomes, [&](Outcome outcome) { return !node.sleep.contains(thread, outcome); }));
    const bool partlyAsleep = awake != 0 && awake != outcomes->size();
    partly |= partlyAsleep;
    if (awake == 0 || (partlyAsleep && !mutated(Mutation::SleepPartly)))
      continue;
    node.addBacktrack(thread);
    return true;
  }
  // The outcomes of a section wake one by one. At this node it is not visible what those that sleep
  // conflict with, so the thread cannot stand for the others.
  // (Test: Search.ASectionThatIsPartlyAsleepDoesNotStandForTheOthers)
  if (partly)
    for (const ThreadId thread : node.enabled)
      node.addBacktrack(thread);
  return partly;
}

Result<bool> ThreadSets::nextStep(Node &node, Event &step) {
  for (;;) {
    while (node.nextOutcome < node.outcomes.size()) {
      const ThreadId thread = node.backtrack[node.nextThread - 1];
      const Outcome outcome = node.outcomes[node.nextOutcome++];
      if (node.sleep.contains(thread, outcome))
        continue;
      step = state_.stepOf(thread, outcome);
      return true;
    }
    if (node.nextThread == node.backtrack.size())
      return false;
    const auto outcomes = state_.machine.outcomes(node.backtrack[node.nextThread++]);
    if (!outcomes)
      return fail(outcomes.error());
    node.outcomes.assign(outcomes->begin(), outcomes->end());
    node.nextOutcome = 0;
  }
}

} // namespace raceward
