// Restores pointers that clang moves as integers. Private to program.
#pragma once

#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace raceward {

/// Whether, by its C type, an object accessed as an integer holds a pointer.
enum class Holds : std::uint8_t { Unknown, NoPointer, Pointer, SomePointer };

void attachHolds(llvm::Instruction &access, Holds holds);

/// `atomic_store(&top, node)` is a store of an i64 in clang's output, and an atomic struct is one
/// wide integer. An analysis that follows pointers through memory would lose them there, and
/// consider an object private that another thread can reach. Accesses to pointers get a pointer
/// type; integers that hold a pointer among other things are visibly cast to one, so that they
/// count as integers that carry pointers.
void restorePointerAccesses(llvm::Module &module);

} // namespace raceward
