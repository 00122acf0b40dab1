#include "WakeupTree.h"

#include <iterator>

namespace raceward {

bool weakInitial(const Event &step, bool anyOutcome, const std::vector<WakeupStep> &sequence,
                 Dependency dependency, std::size_t &found) {
  for (found = 0; found < sequence.size(); ++found) {
    const WakeupStep &other = sequence[found];
    if (other.event.thread == step.thread)
      return anyOutcome || other.anyOutcome || other.event.outcome == step.outcome;
    if (dependent(step, other.event, dependency))
      return false;
  }
  return true;
}

void WakeupTree::insert(std::vector<WakeupStep> &sequence, Dependency dependency) {
  std::vector<WakeupNode> *children = &roots_;
  bool atRoot = true;
  for (;;) {
    if (sequence.empty() || (children->empty() && !atRoot))
      return; // a leaf that is there already stands for it
    WakeupNode *down = nullptr;
    for (WakeupNode &child : *children) {
      std::size_t found = 0;
      if (!weakInitial(child.step.event, child.step.anyOutcome, sequence, dependency, found))
        continue;
      if (found < sequence.size())
        sequence.erase(sequence.begin() + static_cast<std::ptrdiff_t>(found));
      down = &child;
      break;
    }
    if (down == nullptr)
      break;
    children = &down->children;
    atRoot = false;
  }
  for (WakeupStep &step : sequence) {
    children->push_back({std::move(step), {}});
    children = &children->back().children;
  }
}

WakeupNode WakeupTree::takeFirst() {
  WakeupNode first = std::move(roots_.front());
  roots_.erase(roots_.begin());
  return first;
}

} // namespace raceward
