// SearchState: the current run of a search and its nodes, as all parts of the search see them.
//
// The run is the path from the initial state to the state of the machine, or to a deeper one if the
// search has to rewind first. Node i is the state before event i, so there is one node more than
// events where the run has ended, and a node is named by its depth. SearchCore alone moves along
// the run; reductions choose steps at nodes and add threads to them.
//
// Invariants: nodes[0, depth) belong to the run; those behind it are kept for their memory.
// `causal` follows the run event by event. order() is `causal`, or the weaker order of lazy lock
// order while that is used: it is valid for runs that have ended.
#pragma once

#include "raceward/model/CausalOrder.h"
#include "raceward/model/Machine.h"
#include "state/Node.h"

#include <span>
#include <vector>

namespace raceward {

/// The search of an item, as the search below it sees it: nodes above the item belong to another
/// process, and the item may have to be split.
class ItemBoundary {
public:
  virtual ~ItemBoundary() = default;
  [[nodiscard]] virtual bool isAbove(std::size_t depth) const = 0;
  /// One of these threads has to be taken at a node above the item. Empty: all enabled threads.
  virtual void demand(std::size_t depth, std::span<const ThreadId> oneOf) = 0;
  /// Asked between runs.
  [[nodiscard]] virtual bool isSplitDue() const = 0;
};

struct SearchState {
  SearchState(Machine &searched, Dependency by)
      : machine(searched), dependency(by), causal(run, by) {}

  Machine &machine;
  const Dependency dependency;
  Run run;
  CausalOrder causal;
  const CausalOrder *lazyOrder = nullptr; ///< while lazy lock order is used
  std::vector<Node> nodes;
  std::size_t depth = 0;
  ItemBoundary *item = nullptr; ///< nothing: all nodes belong to this search

  [[nodiscard]] const CausalOrder &order() const { return lazyOrder ? *lazyOrder : causal; }
  [[nodiscard]] Node &top() { return nodes[depth - 1]; }
  [[nodiscard]] std::size_t depthOf(const Node &node) const {
    return static_cast<std::size_t>(&node - nodes.data());
  }
  [[nodiscard]] bool endsWithExit() const;
  /// The next step of an enabled thread, with this outcome.
  [[nodiscard]] Event stepOf(ThreadId thread, Outcome outcome) const;

  /// A node for the state of the machine, at the end of the run.
  Node &pushNode();
  /// Brings the machine, whose state has been changed elsewhere, to the end of the run again.
  Result<void> restorePath();

  /// Adds the first of these threads to the node, which has taken none of them. At a node above an
  /// item any of them is demanded.
  void takeOneOf(Node &node, std::span<const ThreadId> threads);
  /// Adds all enabled threads.
  void takeAll(Node &node);
};

} // namespace raceward
