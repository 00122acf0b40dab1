// Turns a ruling into a sentence. Private to the closed world.
#pragma once

#include "Lists.h"

#include <llvm/IR/InstrTypes.h>

#include <string>

namespace raceward::closed {

using Why = std::optional<std::string>;

/// Empty if the construct is handled. "the instruction 'x' is not supported: …"
Why judged(const Listed &listed, std::string_view what, llvm::StringRef name);

/// Attributes of a function or a call, its parameters and its result.
Why whyAttributes(const llvm::AttributeList &attributes);

/// How a call passes arguments and control, apart from its attributes.
Why whyCall(const llvm::CallBase &call);

/// The order, the scope and the operation of an atomic access.
Why whyAtomic(const llvm::Instruction &instruction);

} // namespace raceward::closed
