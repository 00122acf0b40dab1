// Source sets: Abdulla, Aronis, Jonsson, Sagonas, "Source Sets: A Foundation for Optimal Dynamic
// Partial Order Reduction" (JACM 2017), sections 4 and 5.
//
// For a pair (e, e') let v be the events that are not after e, followed by e'. An initial of v is a
// thread whose first event in v depends on no earlier event of v. Some initial of v has to be taken
// at the node before e; if one of them is taken already, nothing is added. So the threads of a node
// are a source set when it is left: each run that goes on from it has an initial among them. Sleep
// sets keep a class from being visited twice, but some runs are blocked.
//
// Three rules go beyond the paper, whose threads have one next step: a thread that sleeps with
// another step is not an initial; if no initial is enabled (all of them wait), the node takes all
// threads; and if several initials would do, lazy lock order prefers the second event.
#include "reductions/ThreadSets.h"

#include <algorithm>

namespace raceward {
namespace {

class SourceSets final : public ThreadSets {
public:
  using ThreadSets::ThreadSets;

  void reverse(const Reversal &reversal) override;

private:
  [[nodiscard]] bool isTaken(const Node &node, ThreadId initial);

  std::vector<ThreadId> initials_; ///< enabled ones, of reverse()
};

/// Whether the thread came to the node asleep with another step: below this node it is not found
/// what that step conflicts with and this one does not.
/// (Test: Search.ASectionThatSleepsOnAnotherPathIsNoInitial)
bool sleepsWithAnotherStep(const Node &node, const Event &second) {
  return !mutated(Mutation::SourceSleepers) &&
         std::any_of(node.sleep.entries().begin(), node.sleep.entries().end(),
                     [&](const Event &entry) {
                       return entry.thread == second.thread &&
                              entry.operation.action != second.operation.action;
                     });
}

/// Remembers the initial if it is enabled. With lazy lock order, a lock that waits for the end of a
/// section that it does not depend on is not an initial yet; the end of that section is one.
bool SourceSets::isTaken(const Node &node, ThreadId initial) {
  if (!node.contains(node.enabled, initial) || node.contains(initials_, initial))
    return false;
  initials_.push_back(initial);
  return node.contains(node.backtrack, initial) && !mutated(Mutation::SourceOneSuffices);
}

void SourceSets::reverse(const Reversal &reversal) {
  Node &node = state_.nodes[reversal.first()];
  const std::span<const std::uint32_t> sequence = reversal.notAfter;
  const CausalOrder &order = state_.order();
  initials_.clear();
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const bool initial =
        std::none_of(sequence.begin(), sequence.begin() + static_cast<std::ptrdiff_t>(i),
                     [&](std::uint32_t earlier) { return order.before(earlier, sequence[i]); });
    // Mostly the first that is looked at is taken already.
    if ((initial || mutated(Mutation::SourceInitials)) &&
        isTaken(node, state_.run[sequence[i]].thread))
      return;
  }
  const bool initial = mutated(Mutation::SourceSecondInitial) ||
                       std::none_of(sequence.begin(), sequence.end(),
                                    [&](std::uint32_t at) { return reversal.needs(at); });
  if (initial && !sleepsWithAnotherStep(node, reversal.second) &&
      isTaken(node, reversal.second.thread))
    return;
  if (initials_.empty()) // all of them wait
    return state_.takeAll(node);
  // With lazy lock order the second event saves runs: an event that is independent of the pair
  // would wake acquisitions that need not be reversed.
  if (state_.lazyOrder != nullptr)
    std::swap(initials_.front(), initials_.back());
  state_.takeOneOf(node, initials_);
}

} // namespace

std::unique_ptr<Reducer> makeSource(SearchState &state) {
  return std::make_unique<SourceSets>(state);
}

} // namespace raceward
