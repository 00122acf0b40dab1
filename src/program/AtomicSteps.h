// Repairs what clang 19 makes of `p++` on an atomic pointer. Private to program.
//
// It becomes a loop that tries to exchange the pointer until nobody came between, which is right;
// but the value of the expression is what was read before the first attempt, although that may have
// failed:
//
//   entry:   %old = load atomic ptr, ptr @p
//   attempt: %seen = phi ptr [ %old, %entry ], [ %now, %attempt ]
//            %next = getelementptr inbounds i32, ptr %seen, i32 1
//            %pair = cmpxchg ptr @p, ptr %seen, ptr %next        ; %now is its first part
//   done:    ... %old ...                                        ; must be %seen
//
// Two threads then get the same element, and race on it, where gcc's program does not.
#pragma once

#include <llvm/IR/Module.h>

namespace raceward {

/// Only for modules that clang made of C for us, without optimisation: there, a loop of this form
/// is that operator and nothing else, as variables of the program are still in memory.
void repairAtomicSteps(llvm::Module &module);

} // namespace raceward
