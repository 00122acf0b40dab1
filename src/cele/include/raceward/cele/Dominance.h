// Dominators of a flow graph, and the dominance frontier of each block.
#pragma once

#include "raceward/cele/Flow.h"

namespace raceward::cele {

struct Dominance {
  /// The nearest block on every path to this one; invalid for the start.
  std::vector<FlowBlockId> immediate;
  /// By block: the blocks that it does not dominate strictly, though it dominates a predecessor.
  /// Sorted.
  std::vector<std::vector<FlowBlockId>> frontier;

  /// A block dominates itself.
  [[nodiscard]] bool dominates(FlowBlockId a, FlowBlockId b) const;
};

Dominance dominance(const Flow &flow);

} // namespace raceward::cele
