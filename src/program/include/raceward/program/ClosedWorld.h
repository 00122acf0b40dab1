// ClosedWorld: finds constructs of LLVM IR that no engine handles (docs/develop/closed-world.md).
//
// Engines execute and analyse the constructs they know. Skipping an unknown one would give a
// verdict about a different program. Hence there is a list of all constructs of IR
// (src/program/closed); one that is missing from it, or listed as unknown, is a gap wherever it
// occurs.
//
// Invariant: the walk visits every part of a module, that is each type, constant, attribute,
// operand, metadata kind, section and linkage, so that a new construct of LLVM cannot go unnoticed.
#pragma once

#include "raceward/model/Gap.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <string>
#include <vector>

namespace raceward {

/// Consults the list. Caches the types and constants it has seen.
class ClosedWorld {
public:
  /// Gaps of the module itself: variables, names, sections, assembly, start-up code.
  std::vector<Gap> gapsOf(const llvm::Module &module);

  /// Gaps of a function and of all its instructions.
  std::vector<Gap> gapsIn(const llvm::Function &function);

  /// Gap of the function itself: its calling convention, and whether its IR is all that it does.
  std::optional<Gap> gapOf(const llvm::Function &function);

  std::optional<Gap> gapAt(const llvm::Instruction &instruction);

private:
  using Why = std::optional<std::string>; ///< the construct, and why it is a gap

  Why whyType(llvm::Type *type);
  Why whyConstant(const llvm::Constant &constant);
  Why whyInstruction(const llvm::Instruction &instruction);
  Why whyVariable(const llvm::GlobalVariable &variable);
  Why whyFunction(const llvm::Function &function);

  llvm::DenseMap<llvm::Type *, Why> types_;
  llvm::DenseSet<const llvm::Constant *> knownConstants_;
};

} // namespace raceward
