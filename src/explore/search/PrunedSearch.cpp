#include "search/PrunedSearch.h"

namespace raceward {

bool PrunedSearch::endsRun(Node &node) {
  if (pruning_ == Pruning::None || node.enabled.empty())
    return false;
  ++counters_.pruningChecks;
  const bool locksets = pruning_ == Pruning::Lockset;
  node.safe = locksets ? pruner_.isSafe() : pruner_.isFutureSafe();
  if (!node.safe)
    return false;
  ++counters_.pruningYes;
  if (locksets)
    counters_.pruningSkipped += node.enabled.size();
  return locksets;
}

void PrunedSearch::reverseHidden() {
  if (mutated(Mutation::PruningHidden))
    return;
  hidden_.clear();
  pruner_.collectHidden(hidden_);
  const bool mayWait = pruner_.mayWait();
  for (const auto &[event, thread] : hidden_) {
    Node &node = state_.nodes[event];
    if (!thread.valid()) {
      if (!mutated(Mutation::PruningNewcomers))
        state_.takeAll(node);
    } else if (!node.contains(node.enabled, thread)) {
      if (!mutated(Mutation::PruningDisabled))
        state_.takeAll(node);
    } else if (mayWait || (node.cameAsleep(thread) && !mutated(Mutation::PruningAsleep))) {
      state_.takeAll(node);
    } else {
      node.addBacktrack(thread);
    }
  }
}

} // namespace raceward
