// Finds accesses that only the accessing thread can see.
#pragma once

#include "Numbering.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace raceward {

/// Decides on a copy of the module in which local variables are promoted to registers and nocapture
/// arguments are inferred. Only what is certain is private: a local variable, argument passed by
/// value, fresh block or thread-local variable whose address does not escape, and constants.
class PrivateAccesses {
public:
  PrivateAccesses(const llvm::Module &module, const InstructionNumbers &numbers);

  /// Whether the access of the instruction with that number through that operand is private.
  [[nodiscard]] bool isPrivate(std::uint32_t number, unsigned operand);

private:
  bool objectIsPrivate(const llvm::Value &object);

  std::unique_ptr<llvm::Module> copy_;
  std::vector<const llvm::Instruction *> copies_; ///< by number; null: promoted to a register
  llvm::DenseMap<const llvm::Value *, bool> known_;
};

} // namespace raceward
