// FlowGraph: the flows of a log as a graph, for chains of flows and for what a node feeds.
#pragma once

#include "FlowLog.h"

#include <functional>
#include <vector>

namespace raceward::points {

class FlowGraph {
public:
  FlowGraph(const FlowLog &log, std::size_t nodeCount);

  /// The nodes of a chain from an origin of the object to the node, both included: one whose last
  /// flow was found as early as possible, since later ones are often consequences of the first. Of
  /// those, the shortest. `holds` says whether a node has the object. Empty if there is no chain.
  struct Chain {
    std::vector<NodeIndex> nodes;
    std::size_t latest = 0; ///< number of the flow of the chain that was found last
  };
  [[nodiscard]] Chain chain(ObjectIndex object, NodeIndex to,
                            const std::function<bool(NodeIndex)> &holds) const;
  /// All nodes that the node flows to, itself included, as far as they pass `holds`.
  [[nodiscard]] std::vector<NodeIndex> fedBy(NodeIndex from,
                                             const std::function<bool(NodeIndex)> &holds) const;
  template <typename Visit> void forEachInto(NodeIndex node, Visit visit) const {
    for (std::size_t i = into_.first[node]; i < into_.first[node + 1]; ++i)
      visit(into_.other[i], into_.flow[i]);
  }
  template <typename Visit> void forEachFrom(NodeIndex node, Visit visit) const {
    for (std::size_t i = from_.first[node]; i < from_.first[node + 1]; ++i)
      visit(from_.other[i]);
  }

private:
  /// The neighbours of node n are other[first[n]] up to other[first[n + 1]].
  struct Neighbours {
    std::vector<std::size_t> first;
    std::vector<NodeIndex> other;
    std::vector<std::size_t> flow; ///< its number in the log
  };
  static Neighbours sorted(const FlowLog &log, std::size_t nodeCount, bool backwards);

  const FlowLog &log_;
  Neighbours into_;
  Neighbours from_;
  std::vector<FlowLog::Origin> origins_; ///< sorted by object
};

} // namespace raceward::points
