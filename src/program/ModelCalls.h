// Lets the calls of a program agree with the models of the functions that they call. Private to
// program.
#pragma once

#include <llvm/IR/Module.h>

namespace raceward {

/// A model with a variable number of arguments is not inlined. One with this before its name takes
/// the arguments that there can be as parameters, and direct calls go there.
inline constexpr llvm::StringLiteral kFixedPrefix = "raceward_fixed_";

/// A model of an earlier version of the library, in which the function has other types. A program
/// that declares it so calls this one.
inline constexpr llvm::StringLiteral kEarlierPrefix = "raceward_earlier_";

/// Whether the calls of the declared function can be calls of its model, after they were changed
/// where that needs it: a declaration without a prototype gets the type of the model, and calls go
/// to the variant of `library` with a fixed number of arguments, or to that of an earlier version,
/// if there is one.
bool agreeWithModel(llvm::Function &declared, const llvm::Function &model,
                    const llvm::Module &library);

} // namespace raceward
