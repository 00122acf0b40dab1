// Maps LLVM's atomic orderings to C11's memory orders.
#pragma once

#include "raceward/model/Access.h"

#include <llvm/Support/AtomicOrdering.h>

namespace raceward {

[[nodiscard]] MemoryOrder orderOf(llvm::AtomicOrdering ordering);

} // namespace raceward
