// Calls of memcpy, memmove and memset become LLVM's intrinsics, so that engines know one
// form of them. Private to program.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace raceward {

void unifyMemoryCalls(llvm::Module &module);

/// The function that the program called, if `instruction` was such a call; else empty.
std::string calledMemoryFunction(const llvm::Instruction &instruction);

} // namespace raceward
