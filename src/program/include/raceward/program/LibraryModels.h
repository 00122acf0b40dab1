// The library functions that have a model in C (share/raceward/models).
#pragma once

#include <llvm/IR/Instruction.h>

#include <string_view>

namespace raceward {

/// The file of the model, "libc/sockets"; null if there is none.
const std::string_view *modelFileOf(std::string_view function);

/// The library function whose model this instruction belongs to; empty if it is the program's own.
std::string_view modelledFunction(const llvm::Instruction &instruction);

} // namespace raceward
