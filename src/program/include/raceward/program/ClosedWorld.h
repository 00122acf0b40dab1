// What of LLVM IR nobody here takes care of: docs/closed-world.md.
//
// Engines execute and analyse what they know. What they do not know they would pass over, and a
// verdict would be about another program. So there is a list of all that IR consists of
// (src/program/closed), and what is not in it, or is listed as unknown, is a gap where it is met.
#pragma once

#include "raceward/model/Gap.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <string>
#include <vector>

namespace raceward {

/// Asks the list. Remembers which types and constants it has seen.
class ClosedWorld {
public:
  /// Of the module itself: its variables, names, sections, assembly, what starts it.
  std::vector<Gap> gapsOf(const llvm::Module &module);

  /// Of a function and of all its instructions.
  std::vector<Gap> gapsIn(const llvm::Function &function);

  /// Of the function itself: how it is called, and whether its text is all that it does.
  std::optional<Gap> gapOf(const llvm::Function &function);

  std::optional<Gap> gapAt(const llvm::Instruction &instruction);

private:
  using Why = std::optional<std::string>; ///< what it is, and why it is a gap

  Why whyType(llvm::Type *type);
  Why whyConstant(const llvm::Constant &constant);
  Why whyInstruction(const llvm::Instruction &instruction);
  Why whyVariable(const llvm::GlobalVariable &variable);
  Why whyFunction(const llvm::Function &function);

  llvm::DenseMap<llvm::Type *, Why> types_;
  llvm::DenseSet<const llvm::Constant *> knownConstants_;
};

} // namespace raceward
