// Brings a module into the form that all engines expect. Private to program.
#pragma once

#include <llvm/IR/Module.h>

#include <string_view>

namespace raceward {

/// Functions of this prefix stand for "any value": a local variable that was never
/// written (rule R10).
inline constexpr std::string_view kFreshInputPrefix = "raceward.fresh.";

/// The attribute of functions that stand for an ifunc.
inline constexpr std::string_view kIfuncAttribute = "raceward.ifunc";

/// Names what each access touches (while local variables still have their names), then
/// turns local variables whose address never escapes into registers.
void normalise(llvm::Module &module);

} // namespace raceward
