// The library functions that have a model in C (share/raceward/models).
#pragma once

#include "raceward/program/Effects.h"

#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

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
/// A row that comes from a model is what the model does through the arguments themselves, and which
/// state it accesses. Pointers that it finds in memory are left out, so that it is for those who
/// describe calls and watch real ones; engines take the model.
const LibraryFunction *findEffects(std::string_view function);

/// The state of the library that a call of the function accesses without a lock.
std::vector<StateAccess> statesOf(std::string_view function);

/// What a model in C leaves to the reader of its text.
struct ModelSummary {
  LibraryFunction effects;
  std::string_view file;         ///< "libc/sockets"
  std::vector<std::string> gaps; ///< why some calls are not modelled, in the words of the model
  std::vector<std::string> unordered; ///< why only provers follow it
  bool isGap = false;                 ///< no call of it is modelled
};

/// All of them, sorted by function.
std::vector<ModelSummary> summariseModels();

/// Whether POSIX does not require the function to be thread-safe, though it is in glibc.
bool isSharedByPosix(std::string_view function);
/// Whether the program shows what such functions share (LibraryKind::Posix).
bool showsPosixStates(const llvm::Module &program);

/// The library function whose model this instruction belongs to; empty if it is the program's own.
std::string_view modelledFunction(const llvm::Instruction &instruction);

} // namespace raceward
