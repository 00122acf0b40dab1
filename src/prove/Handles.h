// Handles: where the handles of threads stay, and which joins certainly end what.
// Private to prove.
//
// A creation is tracked if the analysis of its thread can tell from the code alone where
// the handle lies: in a fixed place, or in the elements of an array that a loop fills one
// by one. What happens to it there is a list of effects on instructions and edges:
//
//   lost    the place changes hands: whoever is alive can no longer be joined through it
//   enter   a loop that fills an array begins
//   joined  whoever lies in the place has ended
//
// Parallel.cpp interprets them: it knows who is alive.
#pragma once

#include "CountedLoops.h"
#include "raceward/prove/Threads.h"

#include <map>
#include <set>

namespace raceward {

using CreationIndex = std::uint32_t;

struct Creation {
  InstructionRef at;
  const llvm::CallBase *call = nullptr;
  std::vector<std::size_t> templates;
  bool fillsArray = false; ///< one element in each iteration: no element is used twice
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
  /// Every join that counts, with what it ends; a join in a loop ends it when the loop does.
  [[nodiscard]] const std::map<InstructionRef, Creations> &joins() const { return joins_; }
  [[nodiscard]] const Creations &lostAt(InstructionRef at) const;
  /// Lost whenever the function is entered or left: the place is one of its frame.
  [[nodiscard]] const Creations &ofFrame(FunctionId function) const;
  [[nodiscard]] const EdgeEffect *onEdge(InstructionRef from, std::uint32_t target) const;
  [[nodiscard]] bool hasEffects(FunctionId function) const;

private:
  friend class HandleFinder;
  std::vector<Creation> creations_;
  std::map<InstructionRef, Creations> joined_;
  std::map<InstructionRef, Creations> joins_;
  std::map<InstructionRef, Creations> lost_;
  std::map<FunctionId, Creations> ofFrame_;
  std::map<CodeEdge, EdgeEffect> edges_;
  std::set<FunctionId> withEffects_;
};

} // namespace raceward
