#include "reductions/WakeupTree.h"

#include "raceward/base/Check.h"

#include <utility>

namespace raceward {

bool weakInitial(const Event &step, bool anyOutcome, const WakeupSequence &sequence,
                 Dependency dependency, std::size_t &found) {
  for (found = 0; found < sequence.size(); ++found) {
    const WakeupStep &other = sequence[found];
    if (other.event->thread == step.thread)
      return anyOutcome || other.anyOutcome || other.event->outcome == step.outcome ||
             mutated(Mutation::WakeupOutcomes);
    if (dependent(step, *other.event, dependency) && !mutated(Mutation::WakeupDependency))
      return false;
  }
  return !mutated(Mutation::WakeupIndependent);
}

WakeupTrees::Tree WakeupTrees::make(Event event, bool anyOutcome) {
  if (free_ == kEmpty) {
    nodes_.emplace_back();
    free_ = static_cast<Tree>(nodes_.size() - 1);
  }
  const Tree made = free_;
  free_ = nodes_[made].next;
  nodes_[made] = {{std::move(event), anyOutcome, kEmpty}, kEmpty};
  return made;
}

void WakeupTrees::append(Tree &tree, Tree node) {
  Tree *end = &tree;
  while (*end != kEmpty)
    end = &nodes_[*end].next;
  *end = node;
}

void WakeupTrees::addFirst(Tree &tree, Event event) {
  const Tree made = make(std::move(event), false);
  nodes_[made].next = tree;
  tree = made;
}

void WakeupTrees::addLast(Tree &tree, Event event) {
  append(tree, make(std::move(event), false));
}

std::size_t WakeupTrees::branches(Tree tree) const {
  std::size_t count = 0;
  for (; tree != kEmpty; tree = nodes_[tree].next)
    ++count;
  return count;
}

WakeupTrees::Branch WakeupTrees::takeFirst(Tree &tree) {
  RW_CHECK(tree != kEmpty);
  const Tree taken = tree;
  Node &node = nodes_[taken];
  tree = node.next;
  node.next = free_;
  free_ = taken;
  return std::move(node.branch);
}

void WakeupTrees::insert(Tree &tree, WakeupSequence &sequence, Dependency dependency) {
  Tree at = kEmpty; // the branch whose continuations are searched; kEmpty: the root
  for (;;) {
    Tree child = at == kEmpty ? tree : nodes_[at].branch.after;
    if (sequence.empty() || (child == kEmpty && at != kEmpty && !mutated(Mutation::WakeupLeaves)))
      return; // an existing leaf leads to the same class
    std::size_t found = 0;
    while (child != kEmpty &&
           !weakInitial(nodes_[child].branch.event, nodes_[child].branch.anyOutcome, sequence,
                        dependency, found))
      child = nodes_[child].next;
    if (child == kEmpty)
      break;
    if (found < sequence.size())
      sequence.erase(sequence.begin() + static_cast<std::ptrdiff_t>(found));
    at = child;
  }
  for (const WakeupStep &step : sequence) {
    const Tree made = make(*step.event, step.anyOutcome); // may move the nodes
    append(at == kEmpty ? tree : nodes_[at].branch.after, made);
    at = made;
  }
}

} // namespace raceward
