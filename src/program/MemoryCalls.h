// Calls of memcpy, memmove and memset become LLVM's intrinsics, so that engines handle one form.
// Private to program.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace raceward {

void unifyMemoryCalls(llvm::Module &module);

/// The called function if `instruction` was such a call; otherwise empty.
std::string calledMemoryFunction(const llvm::Instruction &instruction);

} // namespace raceward
