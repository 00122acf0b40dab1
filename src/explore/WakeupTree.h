// WakeupTree: which continuations of a node must still be visited, and how they begin.
//
// Abdulla, Aronis, Jonsson, Sagonas, "Source Sets" (JACM 2017), section 6. A branch is a
// step with its outcome, which their programs do not have: two outcomes of one step
// exclude each other, so each is a branch of its own. The last step of an inserted
// sequence has been moved before an event it depends on, so its outcome is open.
#pragma once

#include "raceward/model/Dependency.h"

#include <vector>

namespace raceward {

/// A step of a wakeup sequence.
struct WakeupStep {
  Event event;
  bool anyOutcome = false;
};

struct WakeupNode {
  WakeupStep step;
  std::vector<WakeupNode> children; ///< in the order of insertion
};

class WakeupTree {
public:
  void clear() { roots_.clear(); }
  [[nodiscard]] bool empty() const { return roots_.empty(); }

  /// Adds the sequence, unless a leaf that is there already leads to the same class.
  /// Iterative; consumes `sequence`.
  void insert(std::vector<WakeupStep> &sequence, Dependency dependency);

  /// A branch with nothing known after it.
  void addLeaf(WakeupStep step) { roots_.push_back({std::move(step), {}}); }
  /// Takes out the first branch.
  WakeupNode takeFirst();
  void putFirst(WakeupNode node) { roots_.insert(roots_.begin(), std::move(node)); }
  /// Becomes what follows a branch.
  void assign(std::vector<WakeupNode> &&children) { roots_ = std::move(children); }

private:
  std::vector<WakeupNode> roots_;
};

/// Whether performing `step` first leads to the class that `sequence` leads to: it is the
/// first of its thread in the sequence and depends on nothing before it, or it does not
/// occur in it and depends on none of it. ("Weak initial".) `found` is its position, or
/// the length of the sequence.
[[nodiscard]] bool weakInitial(const Event &step, bool anyOutcome,
                               const std::vector<WakeupStep> &sequence, Dependency dependency,
                               std::size_t &found);

} // namespace raceward
