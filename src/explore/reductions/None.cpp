// The reduction that leaves out no run: every interleaving is visited.
//
// Each node takes all enabled threads with all of their outcomes, no step sleeps and no pair is
// reversed. The number of runs is the number of interleavings, which grows exponentially even where
// threads have nothing in common. It is the baseline of the other reductions, and has the least to
// get wrong: an answer that differs from theirs shows a defect.
#include "reductions/ThreadSets.h"

namespace raceward {
namespace {

class EveryInterleaving final : public ThreadSets {
public:
  using ThreadSets::ThreadSets;

  [[nodiscard]] bool reduces() const override { return false; }

  [[nodiscard]] Result<bool> firstChoice(Node &node) override {
    node.backtrack = node.enabled;
    return true;
  }

  void reverse(const Reversal & /*reversal*/) override {}
};

} // namespace

std::unique_ptr<Reducer> makeNone(SearchState &state) {
  return std::make_unique<EveryInterleaving>(state);
}

} // namespace raceward
