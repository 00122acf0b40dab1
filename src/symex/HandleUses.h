// HandleUses: whether a program may depend on the number behind a thread handle, or behind a key of
// thread-specific data.
//
// Most programs keep handles in variables and pass them back to the library. Only for the others
// the interpreter watches all integers of that width, which costs time.
#pragma once

#include "AddressUses.h"

namespace raceward {

struct HandleUses {
  bool threads = false;
  bool keys = false;
};

[[nodiscard]] HandleUses handlesUsedAsNumbers(const llvm::Module &module);

/// The checks before the instruction is executed: each integer that could be a handle, and is used
/// beyond what the library needs. No arithmetic on handles is legitimate, unlike on addresses, so
/// that every computation counts.
[[nodiscard]] llvm::SmallVector<AddressCheck, 2>
handleChecksBefore(const llvm::Instruction &instruction, const HandleUses &uses);

} // namespace raceward
