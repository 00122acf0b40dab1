// ThreadSets: the part that reductions have in common that take threads at nodes.
//
// Each node has a list of threads (Node::backtrack), to which reversals add; a thread is taken with
// all of its outcomes, but for those asleep (rule R6). A new node takes the first thread that is
// awake. The invariant is that a thread of the list has been taken, is being taken or will be: it
// is never removed.
#pragma once

#include "reductions/Reducer.h"

namespace raceward {

class ThreadSets : public Reducer {
public:
  using Reducer::Reducer;

  [[nodiscard]] Result<bool> firstChoice(Node &node) override;
  [[nodiscard]] Result<bool> nextStep(Node &node, Event &step) final;
};

} // namespace raceward
