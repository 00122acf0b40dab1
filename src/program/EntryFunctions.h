// Which functions of a module a user means by name. Private to program.
#pragma once

#include "raceward/base/Result.h"

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace raceward {

/// The name in the source text.
std::string sourceNameOf(const llvm::Function &function);
/// The file that was compiled, as the compiler was given it; empty if unknown.
std::string compiledFileOf(const llvm::Function &function);

/// The function that a driver shall call: "push", or "queue.c:push" if there are several.
Result<llvm::Function *> findEntry(llvm::Module &module, const std::string &name);

/// For a program without a main: functions that threads may call from outside, for a hint. Those
/// that nothing in it uses, those with the name of a library function, and handlers. Empty if there
/// are none.
std::string entryCandidates(const llvm::Module &module);

} // namespace raceward
