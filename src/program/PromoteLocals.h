// Local variables become registers. Private to program.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Module.h>

namespace raceward {

/// The functions that stand for any value of a type. Numbered, not named after the type: the name
/// of a nested type may exceed memory.
class FreshInputs {
public:
  explicit FreshInputs(llvm::Module &module) : module_(module) {}

  llvm::Function *of(llvm::Type *type);

private:
  llvm::Module &module_;
  llvm::DenseMap<llvm::Type *, llvm::Function *> functions_;
};

/// Promotes the locals whose address is not taken. A variable without a value is an input.
void promoteLocals(llvm::Function &function, FreshInputs &inputs);

/// Removes code behind constant conditions, and nothing else.
void removeUnreachable(llvm::Function &function);

} // namespace raceward
