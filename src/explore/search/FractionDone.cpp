#include "state/Node.h"

namespace raceward {

FractionDone fractionDone(std::span<const Node> nodes, const WakeupTrees &trees) {
  FractionDone done;
  double weight = 1;
  double lowWeight = 1;
  for (const Node &node : nodes) {
    const std::size_t waiting = (node.outcomes.size() - node.nextOutcome) +
                                (node.backtrack.size() - node.nextThread) +
                                trees.branches(node.wakeup);
    const std::size_t known = node.stepsDone + waiting + 1; // 1: the one we are in
    const std::size_t possible = std::max(known, node.enabled.size());
    done.estimate += weight * static_cast<double>(node.stepsDone) / static_cast<double>(known);
    done.low += lowWeight * static_cast<double>(node.stepsDone) / static_cast<double>(possible);
    weight /= static_cast<double>(known);
    lowWeight /= static_cast<double>(possible);
  }
  return done;
}

} // namespace raceward
