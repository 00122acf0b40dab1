// Ways through a decision that the way itself has made are kept apart. Private to program.
//
//   if (fill(q) != 0) {            out:
//     error = 1;                     if (error == 0)
//     goto out;                        free(q);
//   }
//
// Analyses join what they know where paths meet: the path on which something failed with the one on
// which nothing did. Where a block does nothing but decide by a variable, and the way into it says
// what is in the variable (it was just written, or just compared), this way gets a copy of the
// block that jumps to where the decision leads. The same holds for the end of a scope with
// variables: there clang ends their lifetimes in one block for all ways out (the end, break,
// return, goto), and each way writes into a variable of clang's own where it goes on.
#pragma once

#include <llvm/IR/Function.h>

namespace raceward {

/// Both before locals become registers. The function does the same as before.
void separateScopeEnds(llvm::Function &function);
void separateConditions(llvm::Function &function);

} // namespace raceward
