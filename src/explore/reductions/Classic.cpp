// Dynamic partial-order reduction with backtrack sets: Flanagan, Godefroid, "Dynamic partial-order
// reduction for model checking software" (POPL 2005), with Godefroid's sleep sets.
//
// For a pair (e, e') the node before e takes the thread of e'. If that is not enabled there, it
// takes a thread whose event between the two must come before e', and if there is none, all.
//
// The invariant of the backtrack sets is that they are persistent when the node is left. It does
// not suffice to take just any initial of the reversed run, as source sets do: threads that were
// taken because they are enabled need not be initials. Unlike in the paper, a thread that came to
// the node asleep is not taken there, so the events that it would conflict with are never found
// there either. Only taking all threads is safe then. (Test:
// Search.ClassicBacktrackingWithSleepingThreadsTakesAll)
#include "reductions/ThreadSets.h"

namespace raceward {
namespace {

class BacktrackSets final : public ThreadSets {
public:
  using ThreadSets::ThreadSets;

  void reverse(const Reversal &reversal) override;

private:
  void take(Node &node, ThreadId thread);
};

void BacktrackSets::reverse(const Reversal &reversal) {
  Node &node = state_.nodes[reversal.first()];
  if (node.contains(node.enabled, reversal.second.thread))
    return take(node, reversal.second.thread);
  // A writer may need a reader that it does not have to wait for.
  if (isReaders(state_.run[reversal.first()].operation.action))
    return state_.takeAll(node);
  for (const std::uint32_t at : reversal.notAfter) {
    const ThreadId thread = state_.run[at].thread;
    if (node.contains(node.enabled, thread) &&
        (reversal.needs(at) || mutated(Mutation::ClassicNeeded)))
      return take(node, thread);
  }
  if (!mutated(Mutation::ClassicAll))
    state_.takeAll(node);
}

void BacktrackSets::take(Node &node, ThreadId thread) {
  if (node.contains(node.backtrack, thread))
    return;
  if (!node.sleep.containsAny(thread) || mutated(Mutation::ClassicSleepingAlone))
    state_.takeOneOf(node, {&thread, 1});
  else
    state_.takeAll(node);
}

} // namespace

std::unique_ptr<Reducer> makeClassic(SearchState &state) {
  return std::make_unique<BacktrackSets>(state);
}

} // namespace raceward
