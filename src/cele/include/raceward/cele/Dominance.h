// Dominators of a flow graph, and where the reach of each block ends.
#pragma once

#include "raceward/cele/Flow.h"

namespace raceward::cele {

struct Dominance {
  /// The nearest block that every way to this one passes; of the start: invalid.
  std::vector<FlowBlockId> immediate;
  /// By block: the blocks that it does not dominate strictly, though it dominates a predecessor.
  /// Sorted.
  std::vector<std::vector<FlowBlockId>> frontier;

  /// A block dominates itself.
  [[nodiscard]] bool dominates(FlowBlockId a, FlowBlockId b) const;
};

Dominance dominance(const Flow &flow);

} // namespace raceward::cele
