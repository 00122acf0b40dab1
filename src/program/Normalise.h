// Brings a module into the form that all engines expect. Private to program.
#pragma once

#include "closed/Marks.h"

#include <llvm/IR/Module.h>

namespace raceward {

/// Names what each access touches (while local variables still have their names), then
/// turns local variables whose address never escapes into registers.
void normalise(llvm::Module &module);

} // namespace raceward
