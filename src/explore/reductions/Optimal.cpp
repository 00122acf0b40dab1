// Optimal dynamic partial-order reduction with wakeup trees: Abdulla, Aronis, Jonsson, Sagonas,
// "Source Sets" (JACM 2017), section 6.
//
// For a pair (e, e') the node before e is given the whole sequence of events that are not after e,
// followed by e', as a branch of its wakeup tree, unless a step asleep or a branch that is there
// already leads to the same class. The search follows the branches step by step, so each class is
// visited once and no run is blocked.
//
// The invariant is that each step of a sequence can be performed, and conflicts with the same
// events, wherever the search takes it. Steps that may become another one there break it: sections
// whose path data or an input decides, awaits, and operations of readers and semaphores. At the
// first of them the reduction becomes Source: the nodes of the run take the threads with which
// their sequences begin. Since a sequence has the outcomes of the rest of the run in it, all pairs
// of each run are reversed again, and not only those with a new event.
#include "raceward/base/Check.h"
#include "reductions/Reducer.h"
#include "reductions/WakeupTree.h"
#include "state/ReaderConflicts.h"

#include <utility>

namespace raceward {
namespace {

class OptimalReducer final : public Reducer {
public:
  using Reducer::Reducer;

  [[nodiscard]] bool usesSequences() const override { return true; }
  [[nodiscard]] Result<bool> firstChoice(Node &node) override;
  [[nodiscard]] Result<bool> nextStep(Node &node, Event &step) override;
  void reverse(const Reversal &reversal) override;
  [[nodiscard]] std::size_t waiting(const Node &node) const override {
    return node.waiting() + trees_.branches(waiting_[state_.depthOf(node)]);
  }
  [[nodiscard]] bool canPerform(const Event &step) const override;
  [[nodiscard]] bool canEndWith(const Event &pending) const override {
    return !isOfReadersOrSemaphores(pending.operation.action) || mutated(Mutation::OptimalPending);
  }
  void handOver() override;

private:
  WakeupTrees trees_;
  std::vector<WakeupTrees::Tree> waiting_;        ///< by the depth of the node
  WakeupTrees::Tree guide_ = WakeupTrees::kEmpty; ///< what follows the step just taken
  WakeupSequence sequence_;                       ///< of reverse()
};

/// With no sequence to follow: the first thread that is not asleep, with all its outcomes.
Result<bool> OptimalReducer::firstChoice(Node &node) {
  const std::size_t depth = state_.depthOf(node);
  if (waiting_.size() <= depth)
    waiting_.resize(depth + 1, WakeupTrees::kEmpty);
  WakeupTrees::Tree &tree = waiting_[depth];
  RW_CHECK(tree == WakeupTrees::kEmpty);
  tree = std::exchange(guide_, WakeupTrees::kEmpty);
  if (tree != WakeupTrees::kEmpty)
    return true;
  for (const ThreadId thread : node.enabled) {
    const auto outcomes = state_.machine.outcomes(thread);
    if (!outcomes)
      return fail(outcomes.error());
    for (const Outcome outcome : *outcomes)
      if (!node.sleep.contains(thread, outcome))
        trees_.addLast(tree, state_.stepOf(thread, outcome));
    if (tree == WakeupTrees::kEmpty)
      continue;
    node.addBacktrack(thread); // for handOver()
    return true;
  }
  return false;
}

Result<bool> OptimalReducer::nextStep(Node &node, Event &step) {
  WakeupTrees::Tree &tree = waiting_[state_.depthOf(node)];
  while (tree != WakeupTrees::kEmpty) {
    const WakeupTrees::Branch branch = trees_.takeFirst(tree);
    const ThreadId thread = branch.event.thread;
    RW_CHECK(node.contains(node.enabled, thread));
    if (branch.anyOutcome) {
      // Feasible outcomes are those of this state, not of the run in which the pair was found.
      const auto outcomes = state_.machine.outcomes(thread);
      if (!outcomes)
        return fail(outcomes.error());
      for (std::size_t i = outcomes->size(); i-- > 0;)
        if (!node.sleep.contains(thread, (*outcomes)[i]))
          trees_.addFirst(tree, state_.stepOf(thread, (*outcomes)[i]));
      continue;
    }
    step = state_.stepOf(thread, branch.event.outcome);
    if (!mutated(Mutation::WakeupSubtrees))
      guide_ = branch.after;
    return true;
  }
  return false;
}

/// What the second event will be before the first one.
Event movedBefore(const Event &first, const Event &second) {
  Event moved = second;
  Action &action = moved.operation.action;
  if (isAttempt(action) && std::holds_alternative<Unlock>(first.operation.action))
    action = FailedTryLock{mutexOf(action)};
  else if (isAttempt(action))
    action = Lock{mutexOf(action), true};
  return moved;
}

void OptimalReducer::reverse(const Reversal &reversal) {
  const Node &node = state_.nodes[reversal.first()];
  const Event second = movedBefore(state_.run[reversal.first()], reversal.second);
  sequence_.clear();
  for (const std::uint32_t at : reversal.notAfter)
    sequence_.push_back({&state_.run[at], false});
  sequence_.push_back({&second, true});
  for (const Event &asleep : node.sleep.entries()) {
    std::size_t found = 0;
    if (weakInitial(asleep, false, sequence_, state_.dependency, found) &&
        !mutated(Mutation::OptimalSleepTest))
      return; // visited before
  }
  trees_.insert(waiting_[reversal.first()], sequence_, state_.dependency);
}

/// Whether the step is the same wherever a sequence may take it. A section may take another path,
/// so that what it conflicts with is not known before it is performed; and it is not always known
/// which write woke a loop. The order at a read-write lock or a semaphore decides what other
/// threads do there and whether they can. (Tests: Search.AnotherPathOfASectionIsNotForgotten,
/// AnOutcomeOfASectionDoesNotStandForTheOthers)
bool OptimalReducer::canPerform(const Event &step) const {
  if (mutated(Mutation::OptimalSections))
    return true;
  return state_.machine.fixed(step.thread) &&
         !std::holds_alternative<Await>(step.operation.action) &&
         !isOfReadersOrSemaphores(step.operation.action);
}

/// A sequence that was not inserted begins with a step that is asleep or with one that is there.
void OptimalReducer::handOver() {
  for (std::size_t i = 0; i < state_.depth; ++i) {
    Node &node = state_.nodes[i];
    if (i < state_.run.size())
      node.addBacktrack(state_.run[i].thread);
    if (i < waiting_.size())
      trees_.forEachBranch(waiting_[i], [&](const WakeupTrees::Branch &branch) {
        node.addBacktrack(branch.event.thread);
      });
  }
}

} // namespace

std::unique_ptr<Reducer> makeOptimal(SearchState &state) {
  return std::make_unique<OptimalReducer>(state);
}

} // namespace raceward
