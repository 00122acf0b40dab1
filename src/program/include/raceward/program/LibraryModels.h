// The library functions that have a model in C (share/raceward/models).
#pragma once

#include "raceward/program/Effects.h"

#include <llvm/IR/Instruction.h>

#include <span>
#include <string_view>

namespace raceward {

struct ModelInC {
  std::string_view function;
  std::string_view file; ///< "libc/sockets", without its suffix
};

/// All of them, sorted by function.
std::span<const ModelInC> modelsInC();

/// The file of the model; null if there is none.
const std::string_view *modelFileOf(std::string_view function);

/// The effects of a function as a row: from the table, or, if it has a model in C, from that. Null
/// if neither knows it.
///
/// A row that comes from a model is what the model does through the arguments themselves. Pointers
/// that it finds in memory and state of the library are left out, so that it is for those who
/// describe calls and watch real ones; engines take the model.
const LibraryFunction *findEffects(std::string_view function);

/// The library function whose model this instruction belongs to; empty if it is the program's own.
std::string_view modelledFunction(const llvm::Instruction &instruction);

} // namespace raceward
