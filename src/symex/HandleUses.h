// HandleUses: whether a program may look at the number behind a handle of a thread, or behind a
// key of thread-specific data.
//
// Most programs keep handles in variables and give them back to the library. Only for the others
// the interpreter watches all integers of that width, which costs time.
#pragma once

#include "AddressUses.h"

namespace raceward {

struct HandleUses {
  bool threads = false;
  bool keys = false;
};

[[nodiscard]] HandleUses handlesUsedAsNumbers(const llvm::Module &module);

/// What to look at before the instruction is executed: each integer that could be a handle, and
/// of which more is asked than the library needs. Nobody adds to a handle, as one does to an
/// address, so that every computation counts.
[[nodiscard]] llvm::SmallVector<AddressCheck, 2>
handleChecksBefore(const llvm::Instruction &instruction, const HandleUses &uses);

} // namespace raceward
