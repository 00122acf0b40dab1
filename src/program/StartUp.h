// Code that runs before main and after it. Private to program.
#pragma once

#include <llvm/IR/Module.h>

#include <vector>

namespace raceward {

/// In the order in which they run.
std::vector<const llvm::Function *> constructorsOf(const llvm::Module &module);
std::vector<const llvm::Function *> destructorsOf(const llvm::Module &module);

/// Entries of these lists that are not known to be functions.
std::vector<const llvm::Constant *> unknownStartUp(const llvm::Module &module);

/// The function that callStartUp() creates.
inline constexpr const char *kStartFunction = "raceward.start";

/// Makes the start-up code of a process explicit, so that engines need not know it: if there are
/// such functions, a new one calls them around main, and exit() is preceded by the destructors.
void callStartUp(llvm::Module &module);

} // namespace raceward
