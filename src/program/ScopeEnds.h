// Ways out of a scope are kept apart. Private to program.
//
// Where a scope with variables is left, clang ends their lifetimes in one block for all ways out
// (the end, break, return, goto). Each way writes into a variable of clang's own where it goes on,
// and that block switches on it. Analyses that join what they know where paths meet would join the
// error path, which has freed everything, with the path that goes on. So each way out gets a copy
// of the block, which jumps to where this way goes.
#pragma once

#include <llvm/IR/Function.h>

namespace raceward {

/// Before locals become registers. The function does the same as before.
void separateScopeEnds(llvm::Function &function);

} // namespace raceward
