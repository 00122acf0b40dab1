#include "state/SearchState.h"

namespace raceward {

bool SearchState::endsWithExit() const {
  return run.size() != 0 && std::holds_alternative<Exit>(run[run.size() - 1].operation.action);
}

Event SearchState::stepOf(ThreadId thread, Outcome outcome) const {
  return {thread, run.nextIndexOf(thread), outcome, machine.next(thread, outcome)};
}

Node &SearchState::pushNode() {
  if (depth == nodes.size())
    nodes.emplace_back();
  Node &node = nodes[depth++];
  node.mark = machine.mark();
  const auto enabled = machine.enabled();
  node.enabled.assign(enabled.begin(), enabled.end());
  node.asleep.clear();
  for (const ThreadId thread : machine.disabled())
    if (waitsForWrite(machine.next(thread).action))
      node.asleep.push_back(thread);
  node.sleep.clear();
  node.sleepFromAbove = 0;
  node.safe = false;
  node.backtrack.clear();
  node.nextThread = 0;
  node.outcomes.clear();
  node.nextOutcome = 0;
  node.stepsDone = 0;
  return node;
}

Result<void> SearchState::restorePath() {
  if (auto restarted = machine.restart(); !restarted)
    return restarted;
  for (std::size_t i = 0; i < depth; ++i) {
    nodes[i].mark = machine.mark();
    if (i == run.size())
      break;
    if (auto done = machine.step(run[i].thread, run[i].outcome); !done)
      return done;
  }
  return {};
}

void SearchState::takeOneOf(Node &node, std::span<const ThreadId> threads) {
  if (item != nullptr && item->isAbove(depthOf(node)))
    item->demand(depthOf(node), threads);
  else
    node.addBacktrack(threads.front());
}

void SearchState::takeAll(Node &node) {
  if (item != nullptr && item->isAbove(depthOf(node)))
    return item->demand(depthOf(node), {});
  for (const ThreadId thread : node.enabled)
    node.addBacktrack(thread);
}

} // namespace raceward
