// What functions of the C library keep for themselves, as memory of the program. Private to
// program.
#pragma once

#include <llvm/IR/Module.h>

namespace raceward {

/// Each call of a function that shares state with others, and has no lock for it, gets an access to
/// a variable that stands for the state: whatever finds races finds these, too.
void showLibraryState(llvm::Module &module);

} // namespace raceward
