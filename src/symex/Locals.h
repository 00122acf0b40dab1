// Locals: how a function uses a variable of its own. Private to symex.
#pragma once

#include <llvm/IR/Instructions.h>

namespace raceward {

/// Whether the use of the variable writes it, or marks its life. A store of its address does not:
/// who finds the address may read it.
[[nodiscard]] bool isWriteOrMark(const llvm::User &use, const llvm::AllocaInst &local);

/// Whether it is only written: what it holds tells nothing.
[[nodiscard]] bool isNeverRead(const llvm::AllocaInst &local);

} // namespace raceward
