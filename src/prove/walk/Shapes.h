// Shapes: control flow of functions, as the walk needs it. Private to prove.
#pragma once

#include "raceward/prove/Facts.h"

#include <llvm/ADT/DenseMap.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace raceward {

/// Control-flow facts of a function, shared by all its contexts.
struct FlowShape {
  std::vector<const llvm::BasicBlock *> blocks; ///< in reverse post-order
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> numberOf;
  std::vector<std::uint32_t> firstInstruction; ///< by block
  std::vector<bool> onCycle;                   ///< by block
  std::vector<bool> isLoopHead;                ///< by block
  std::optional<bool> runsOnce;                ///< the function is entered at most once
};

class Shapes {
public:
  explicit Shapes(const Facts &facts) : facts_(facts), shapes_(facts.program.functions().size()) {}

  FlowShape &shapeOf(const Function &function);
  bool runsOnce(const llvm::Instruction &instruction);
  bool isOncePerRun(const Function &function, const llvm::BasicBlock &block);

private:
  const Facts &facts_;
  std::vector<std::optional<FlowShape>> shapes_; ///< by function
};

} // namespace raceward
