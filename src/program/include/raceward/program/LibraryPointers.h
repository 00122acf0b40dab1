// Calls of library functions through pointers.
//
//   void (*release)(void *) = free;           if (release == free) free(p);
//   release(p);                         ->    else release(p);
//
// Allocators, comparisons and callbacks are passed around as pointers, and some of them are
// functions of the library. So that a call of one has its model, its row and its position, a
// program that is loaded asks first for those library functions whose address it takes and that
// have the type of the call.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace raceward {

void askForLibraryFunctions(llvm::Module &module);

/// Whether the call through a pointer is made only where that is another function.
bool wasAskedFor(const llvm::CallBase &call, const llvm::Function &function);

} // namespace raceward
