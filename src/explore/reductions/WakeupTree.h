// WakeupTrees: the sequences with which nodes must still be continued.
//
// Abdulla, Aronis, Jonsson, Sagonas, "Source Sets" (JACM 2017), section 6. A branch is a
// step with its outcome. (The programs of the paper have no outcomes.) Two outcomes of one step
// exclude each other, so each is a branch of its own. The last step of an inserted
// sequence was moved before an event that it depends on, so its outcome is open.
//
// The trees of all nodes live in one pool and are linked by index: what follows a branch
// becomes the tree of the next node without a copy, and nothing recurses over a sequence
// that may be as long as a run.
#pragma once

#include "raceward/model/Dependency.h"

#include <cstdint>
#include <vector>

namespace raceward {

/// A step of a sequence that is to be inserted; borrows the event.
struct WakeupStep {
  const Event *event = nullptr;
  bool anyOutcome = false;
};
using WakeupSequence = std::vector<WakeupStep>;

/// Whether performing `step` first leads to the class that `sequence` leads to: it is the
/// first of its thread in the sequence and depends on nothing before it, or it does not
/// occur in it and depends on none of it. ("Weak initial".) `found` is its position, or
/// the length of the sequence.
[[nodiscard]] bool weakInitial(const Event &step, bool anyOutcome, const WakeupSequence &sequence,
                               Dependency dependency, std::size_t &found);

class WakeupTrees {
public:
  /// The first of the branches of a tree, in the order of insertion; kEmpty without any.
  using Tree = std::uint32_t;
  static constexpr Tree kEmpty = UINT32_MAX;

  struct Branch {
    Event event;
    bool anyOutcome = false; ///< only leaves
    Tree after = kEmpty;     ///< what the step must be followed by
  };

  /// Adds the sequence, unless an existing leaf leads to the same class.
  /// Consumes `sequence`.
  void insert(Tree &tree, WakeupSequence &sequence, Dependency dependency);
  /// Adds a branch with nothing known after it, before or behind the others.
  void addFirst(Tree &tree, Event event);
  void addLast(Tree &tree, Event event);
  Branch takeFirst(Tree &tree);
  template <typename Use> void forEachBranch(Tree tree, Use &&use) const {
    for (; tree != kEmpty; tree = nodes_[tree].next)
      use(nodes_[tree].branch);
  }
  /// How many branches the tree has at its root.
  [[nodiscard]] std::size_t branches(Tree tree) const;

private:
  struct Node {
    Branch branch;
    Tree next = kEmpty; ///< sibling, or next free node
  };

  Tree make(Event event, bool anyOutcome);
  void append(Tree &tree, Tree node);

  std::vector<Node> nodes_;
  Tree free_ = kEmpty;
};

} // namespace raceward
