#include "raceward/cele/Dominance.h"

#include <algorithm>

namespace raceward::cele {

bool Dominance::dominates(FlowBlockId a, FlowBlockId b) const {
  while (b.valid() && a < b)
    b = immediate[b.index()];
  return a == b;
}

Dominance dominance(const Flow &flow) {
  Dominance result;
  const std::size_t count = flow.blocks.size();
  result.immediate.resize(count);
  result.frontier.resize(count);
  // Predecessors come first in the order of the blocks: one pass is enough.
  for (std::size_t i = 0; i < count; ++i) {
    FlowBlockId common;
    for (const FlowBlockId predecessor : flow.blocks[i].predecessors) {
      FlowBlockId other = predecessor;
      if (!common.valid())
        common = other;
      while (common != other) {
        FlowBlockId &later = common < other ? other : common;
        later = result.immediate[later.index()];
      }
    }
    result.immediate[i] = common;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (flow.blocks[i].predecessors.size() < 2)
      continue;
    for (FlowBlockId runner : flow.blocks[i].predecessors)
      for (; runner != result.immediate[i]; runner = result.immediate[runner.index()]) {
        std::vector<FlowBlockId> &frontier = result.frontier[runner.index()];
        if (frontier.empty() || frontier.back() != FlowBlockId(i))
          frontier.push_back(FlowBlockId(i));
      }
  }
  return result;
}

} // namespace raceward::cele
