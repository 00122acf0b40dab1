#include "FlowGraph.h"

#include <algorithm>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace raceward::points {

FlowGraph::FlowGraph(const FlowLog &log, std::size_t nodeCount)
    : log_(log), into_(sorted(log, nodeCount, true)), from_(sorted(log, nodeCount, false)),
      origins_(log.origins) {
  std::sort(origins_.begin(), origins_.end(),
            [](const FlowLog::Origin &a, const FlowLog::Origin &b) {
              return std::tie(a.object, a.node) < std::tie(b.object, b.node);
            });
}

FlowGraph::Neighbours FlowGraph::sorted(const FlowLog &log, std::size_t nodeCount, bool backwards) {
  Neighbours found;
  found.first.assign(nodeCount + 1, 0);
  found.other.resize(log.flows.size());
  found.flow.resize(log.flows.size());
  for (const FlowLog::Flow &flow : log.flows)
    ++found.first[(backwards ? flow.to : flow.from) + 1];
  for (std::size_t i = 0; i < nodeCount; ++i)
    found.first[i + 1] += found.first[i];
  std::vector<std::size_t> next(found.first.begin(), found.first.end() - 1);
  for (std::size_t i = 0; i < log.flows.size(); ++i) {
    const FlowLog::Flow &flow = log.flows[i];
    const std::size_t at = next[backwards ? flow.to : flow.from]++;
    found.other[at] = backwards ? flow.from : flow.to;
    found.flow[at] = i;
  }
  return found;
}

FlowGraph::Chain FlowGraph::chain(ObjectIndex object, NodeIndex to,
                                  const std::function<bool(NodeIndex)> &holds) const {
  const auto [begin, end] = std::equal_range(
      origins_.begin(), origins_.end(), FlowLog::Origin{0, object},
      [](const FlowLog::Origin &a, const FlowLog::Origin &b) { return a.object < b.object; });
  std::unordered_set<NodeIndex> origins;
  for (auto at = begin; at != end; ++at)
    origins.insert(at->node);
  // Backwards, by Dijkstra's algorithm; `next` leads to `to`.
  struct Step {
    std::size_t latest; ///< flow on the way
    std::size_t length;
    NodeIndex node;
    NodeIndex next;
    bool operator>(const Step &other) const {
      return std::tie(latest, length, node) > std::tie(other.latest, other.length, other.node);
    }
  };
  std::unordered_map<NodeIndex, NodeIndex> next;
  std::priority_queue<Step, std::vector<Step>, std::greater<>> open;
  open.push({0, 0, to, to});
  while (!open.empty()) {
    const Step step = open.top();
    open.pop();
    if (!next.try_emplace(step.node, step.next).second)
      continue;
    if (origins.contains(step.node)) {
      std::vector<NodeIndex> found{step.node};
      while (found.back() != to)
        found.push_back(next.at(found.back()));
      return {std::move(found), step.latest};
    }
    forEachInto(step.node, [&](NodeIndex before, std::size_t flow) {
      if (!next.contains(before) && holds(before) && !(object == 0 && log_.flows[flow].dropsWild))
        open.push({std::max(step.latest, flow), step.length + 1, before, step.node});
    });
  }
  return {};
}

std::vector<NodeIndex> FlowGraph::fedBy(NodeIndex from,
                                        const std::function<bool(NodeIndex)> &holds) const {
  std::unordered_set<NodeIndex> seen{from};
  std::vector<NodeIndex> open{from};
  for (std::size_t i = 0; i < open.size(); ++i)
    forEachFrom(open[i], [&](NodeIndex after) {
      if (holds(after) && seen.insert(after).second)
        open.push_back(after);
    });
  return open;
}

} // namespace raceward::points
