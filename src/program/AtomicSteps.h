// Repairs a miscompilation of `p++` on an atomic pointer by clang 19. Private to program.
//
// clang emits a compare-and-swap loop, which is right; but the value of the expression is the one
// read before the first attempt, although that attempt may have failed:
//
//   entry:   %old = load atomic ptr, ptr @p
//   attempt: %seen = phi ptr [ %old, %entry ], [ %now, %attempt ]
//            %next = getelementptr inbounds i32, ptr %seen, i32 1
//            %pair = cmpxchg ptr @p, ptr %seen, ptr %next        ; %now is its first part
//   done:    ... %old ...                                        ; must be %seen
//
// Two threads then get the same element and race on it, where gcc's program does not.
#pragma once

#include <llvm/IR/Module.h>

namespace raceward {

/// Only for modules that clang compiled from C for us, without optimisation: there, a loop of this
/// form is always that operator, as variables of the program are still in memory.
void repairAtomicSteps(llvm::Module &module);

} // namespace raceward
