// Functions of the machine's own library (library/) that use its state.
//
// The state is shared by all threads: the last time that a clock told, what was read from a stream.
// What such a call returns depends on the calls before it, so that their order is one that a search
// must vary; and a call must not be interrupted half-way. Calls of these functions are steps of
// their own, even if they touch no memory of the program.
#pragma once

#include <llvm/IR/Module.h>

#include <functional>
#include <set>
#include <string>

namespace raceward {

/// By name. Complete as long as the library names its variables, and does not only get them as
/// arguments; the interpreter refuses what is missing.
std::set<std::string, std::less<>> functionsWithState(const llvm::Module &library);

} // namespace raceward
