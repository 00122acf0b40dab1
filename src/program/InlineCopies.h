// Functions that several files define, of which either may be called. Private to program.
#pragma once

#include <llvm/IR/Module.h>

#include <string_view>

namespace raceward {

/// The attribute of functions of which another file has a different body.
inline constexpr std::string_view kOtherBodyAttribute = "raceward.other-body";

/// C99 6.7.4: where one file has an inline definition of a function and another one a definition
/// of the same name, it is open which of them a call calls. Linking keeps one. Marks those whose
/// bodies differ; in headers they are the same.
void markDifferentInlines(llvm::Module &program, llvm::Module &added);

} // namespace raceward
