// Library functions that give a pointer, in programs that did not look it up. Private to program.
#pragma once

#include <llvm/IR/Module.h>

namespace raceward {

/// `int malloc();`, or no declaration at all, says int where the library gives a pointer. Where
/// both have one size they come back in one register, so that the program gets the pointer: the
/// calls then say so. Elsewhere half of it would be lost, and the call stays without a model.
void givePointerResults(llvm::Module &module);

} // namespace raceward
