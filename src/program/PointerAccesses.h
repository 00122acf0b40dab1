// Pointers that clang moves as integers become pointers again. Private to program.
#pragma once

#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace raceward {

/// What the C type of the accessed object says about an access to an integer.
enum class Holds : std::uint8_t { Unknown, NoPointer, Pointer, SomePointer };

void attachHolds(llvm::Instruction &access, Holds holds);

/// `atomic_store(&top, node)` is a store of an i64 to clang, and an atomic struct is one
/// wide integer. Who follows pointers through memory would lose them there, and call an
/// object private that another thread has found. Accesses to pointers get the type of a
/// pointer; integers that hold a pointer among other things are visibly cast to one, so
/// that they count as integers that carry pointers.
void restorePointerAccesses(llvm::Module &module);

} // namespace raceward
