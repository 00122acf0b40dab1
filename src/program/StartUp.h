// What runs before main and after it. Private to program.
#pragma once

#include <llvm/IR/Module.h>

#include <vector>

namespace raceward {

/// In the order in which they run.
std::vector<const llvm::Function *> constructorsOf(const llvm::Module &module);
std::vector<const llvm::Function *> destructorsOf(const llvm::Module &module);

} // namespace raceward
