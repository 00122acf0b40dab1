// Inline functions with several definitions, any of which may be called. Private to program.
#pragma once

#include <llvm/IR/Module.h>

#include <string_view>

namespace raceward {

/// The attribute of functions that have a different body in another file.
inline constexpr std::string_view kOtherBodyAttribute = "raceward.other-body";

/// C99 6.7.4: where one file has an inline definition of a function and another file a definition
/// of the same name, it is unspecified which of them a call uses. Linking keeps one. Marks those
/// whose bodies differ; definitions in headers are equal.
void markDifferentInlines(llvm::Module &program, llvm::Module &added);

} // namespace raceward
