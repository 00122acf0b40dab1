// Handles: where thread handles are stored, and which joins certainly end which threads. Private to
// prove.
//
// A creation is tracked if the code alone shows where its handle is stored: in a fixed place, or in
// the elements of an array that a loop fills one by one. The fate of the handle is a list of
// effects on instructions and edges:
//
//   lost    the place is overwritten: a running thread can no longer be joined through it
//   enter   a loop that fills an array begins
//   joined  the threads whose handles are in the place have ended
//
// Invariant: "joined" is reported only if every thread of the creation whose handle is in the place
// has ended on every path; a handle that may be elsewhere is lost, and never found again.
// Parallel.cpp interprets the effects: it knows the running threads.
#pragma once

#include "CountedLoops.h"
#include "raceward/prove/Parallel.h"

#include <map>
#include <set>

namespace raceward {

using CreationIndex = std::uint32_t;

struct Creation {
  InstructionRef at;
  const llvm::CallBase *call = nullptr;
  std::vector<std::size_t> templates;
  bool fillsArray = false; ///< one element per iteration: no element is used twice
};

class Handles {
public:
  using Creations = std::vector<CreationIndex>;
  /// From a terminator to the first instruction of a block.
  using CodeEdge = std::pair<InstructionRef, std::uint32_t>;
  struct EdgeEffect {
    Creations enter;
    Creations joined;
  };

  Handles(const Program &program, const PointsTo &pointsTo, const Calls &calls,
          const Threads &threads);

  [[nodiscard]] const std::vector<Creation> &creations() const { return creations_; }
  [[nodiscard]] const Creations &joinedAt(InstructionRef at) const;
  /// Every join that counts, with the creations it ends; a join in a loop takes effect at the end
  /// of the loop.
  [[nodiscard]] const std::map<InstructionRef, Creations> &joins() const { return joins_; }
  /// Joins in loops, each of the creation with the same number; unless the handle is lost there.
  struct SameNumber {
    NumberedJoin join;
    CreationIndex creation = 0;
  };
  [[nodiscard]] const std::vector<SameNumber> &sameNumbers() const { return sameNumbers_; }
  [[nodiscard]] const Creations &lostAt(InstructionRef at) const;
  /// Lost whenever the function is entered or left: the place belongs to its frame.
  [[nodiscard]] const Creations &ofFrame(FunctionId function) const;
  [[nodiscard]] const EdgeEffect *onEdge(InstructionRef from, std::uint32_t target) const;
  [[nodiscard]] bool hasEffects(FunctionId function) const;

private:
  friend class HandleFinder;
  std::vector<Creation> creations_;
  std::map<InstructionRef, Creations> joined_;
  std::map<InstructionRef, Creations> joins_;
  std::map<InstructionRef, Creations> lost_;
  std::vector<SameNumber> sameNumbers_;
  std::map<FunctionId, Creations> ofFrame_;
  std::map<CodeEdge, EdgeEffect> edges_;
  std::set<FunctionId> withEffects_;
};

} // namespace raceward
