// Parallel: which code may run in parallel, by creations and joins alone.
//
// Every thread is analysed on its own, from its start: which threads may it have started, directly
// or through others, that were not certainly joined? From that, two accesses are ordered
//
//   - in one thread and in one that it starts later, or that it has joined before;
//   - in two threads of which one is joined before the other is created, by a thread that started
//     both, directly or through others.
//
// A function is analysed once for each state in which it is entered (a bounded number of them), so
// that a helper called before the first creation is distinguished from later calls.
//
// Invariant: the set of running threads at a point is over-approximated, relative to the thread
// that executes it. It therefore holds for each of several threads of one kind.
#pragma once

#include "raceward/prove/Threads.h"

#include <llvm/ADT/BitVector.h>

namespace raceward {

/// Everything that orders an instruction with others; many instructions share one.
struct MomentTag;
using MomentId = Id<MomentTag>;

/// A join that certainly ends threads.
struct JoinSite {
  InstructionRef at;
  std::vector<std::size_t> templates; ///< templates whose threads it ends
};

/// A join in a loop that ends, in each round, the thread that was created in the round of the same
/// number.
struct NumberedJoin {
  InstructionRef at;
  const llvm::PHINode *round = nullptr; ///< counts the joins
  const llvm::CallBase *creation = nullptr;
  const llvm::PHINode *number = nullptr; ///< counts the creations
};

class Parallel {
public:
  Parallel(const Program &program, const PointsTo &pointsTo, const Calls &calls,
           const Threads &threads);

  /// True if no other thread can exist when the instruction is executed.
  [[nodiscard]] bool alwaysAlone(InstructionRef instruction) const;

  [[nodiscard]] MomentId momentOf(InstructionRef instruction) const;
  /// False if two executions, in two threads, are always ordered by creations and joins.
  [[nodiscard]] bool mayBeParallel(MomentId a, MomentId b) const;
  /// The same, ignoring all joins.
  [[nodiscard]] bool mayBeParallelWithoutJoins(MomentId a, MomentId b) const;

  [[nodiscard]] const std::vector<NumberedJoin> &numberedJoins() const { return numberedJoins_; }

  // Grounds of an order, for reports.
  [[nodiscard]] const std::vector<JoinSite> &joins() const { return joins_; }
  /// True if no thread was created yet, or none that this one started.
  [[nodiscard]] bool beforeAnyThread(MomentId moment) const;
  /// Templates whose threads execute one of the two, and are joined before the other.
  [[nodiscard]] std::vector<std::size_t> joinedBetween(MomentId a, MomentId b) const;
  /// Templates whose threads execute it, sorted.
  [[nodiscard]] std::vector<std::size_t> threadsOf(MomentId moment) const;

private:
  struct Moment {
    llvm::BitVector threads;  ///< templates that may execute it
    llvm::BitVector beside;   ///< templates of which another thread may run in parallel
    llvm::BitVector starting; ///< the same, ignoring all joins
    bool alone = false;
  };
  class Solver;

  std::vector<Moment> moments_;
  std::vector<JoinSite> joins_;
  std::vector<NumberedJoin> numberedJoins_;
  /// By function: one for all of its instructions, or one for each.
  std::vector<std::vector<MomentId>> byFunction_;
};

} // namespace raceward
