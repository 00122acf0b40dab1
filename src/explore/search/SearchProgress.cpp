// What a search reports while it runs.
#include "search/SearchCore.h"

#include <algorithm>

namespace raceward {
namespace {

/// For nodes from the root down, each entered by a step of the one before.
FractionDone fractionDone(std::span<const Node> nodes, const Reducer &reducer) {
  FractionDone done;
  double weight = 1;
  double lowWeight = 1;
  for (const Node &node : nodes) {
    const std::size_t known = node.stepsDone + reducer.waiting(node) + 1; // 1: the current one
    const std::size_t possible = std::max(known, node.enabled.size());
    done.estimate += weight * static_cast<double>(node.stepsDone) / static_cast<double>(known);
    done.low += lowWeight * static_cast<double>(node.stepsDone) / static_cast<double>(possible);
    weight /= static_cast<double>(known);
    lowWeight /= static_cast<double>(possible);
  }
  return done;
}

} // namespace

void SearchCore::report() {
  const auto elapsed = budget_.elapsed();
  if (elapsed < nextReport_)
    return;
  nextReport_ = elapsed + options_.progressInterval;
  Progress progress;
  progress.counters = result_.counters;
  progress.seconds = std::chrono::duration<double>(elapsed).count();
  progress.runsPerSecond =
      static_cast<double>(result_.counters.runs + result_.counters.blockedRuns) / progress.seconds;
  // The node on top is the end of a run: it has no further steps.
  progress.fraction = fractionDone({state_.nodes.data(), state_.depth - 1}, *reducer_);
  options_.onProgress(progress);
}

} // namespace raceward
