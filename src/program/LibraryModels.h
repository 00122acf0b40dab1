// Adds the models of library functions to a program. Private to program.
//
// A model is a C function (share/raceward/models) that does what a function of a library does, as
// far as threads can see it: what it reads, writes, keeps, calls and returns. A function that the
// program calls and does not define is taken from there. So provers analyse what the machine
// executes, and neither needs to know that it is a library.
//
// Calls of models are then inlined. A model has next to no code of its own, so that this costs
// little, and it keeps callers apart: one body for all calls of fread() would give every buffer of
// the program to every caller. Instructions that come from a model have the position of the call
// and carry the name of the function that the program calls (modelledFunction()).
//
// Invariant: a model is used only where the declaration in the program has the same type. Another
// declaration is another function, which is then unmodelled.
#pragma once

#include "PromoteLocals.h"
#include "raceward/base/Result.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <span>
#include <string_view>

namespace raceward {

/// What a model with this name does comes before each call of the function named behind it, if the
/// library is any that POSIX allows (PosixStates.h).
inline constexpr llvm::StringLiteral kPosixPrefix = "raceward_posix_";

/// The call of a model that was added to a program is part of what this function does.
void showFor(llvm::CallBase &added, llvm::StringRef function);

/// Links a module with models that the user gave; addLibraryModels() treats them as its own.
Result<void> linkGivenModels(llvm::Module &program, std::unique_ptr<llvm::Module> models);

/// Makes sure that no function of the program passes as a model.
void dropModelMarks(llvm::Module &program);

/// A module with those of these functions that have a model, for LP64, calls of other models
/// inlined.
std::unique_ptr<llvm::Module> modelsAlone(llvm::LLVMContext &context,
                                          std::span<const std::string_view> functions);

void addLibraryModels(llvm::Module &module, FreshInputs &inputs);

/// The instruction is what this function does, which is not the program's own (modelledFunction()).
void signModelled(llvm::Instruction &instruction, llvm::StringRef function);

} // namespace raceward
