// What runs before main and after it. Private to program.
#pragma once

#include <llvm/IR/Module.h>

#include <vector>

namespace raceward {

/// In the order in which they run.
std::vector<const llvm::Function *> constructorsOf(const llvm::Module &module);
std::vector<const llvm::Function *> destructorsOf(const llvm::Module &module);

/// What stands among them and is not known to be a function.
std::vector<const llvm::Constant *> unknownStartUp(const llvm::Module &module);

/// The function that callStartUp() makes.
inline constexpr const char *kStartFunction = "raceward.start";

/// Writes down what the start-up code of a process does, so that engines need not know:
/// if there are such functions, a new one calls them around main, and exit() is preceded
/// by the destructors.
void callStartUp(llvm::Module &module);

} // namespace raceward
