// Formats: what calls of printf, scanf and their relatives do to the arguments of their format.
#pragma once

#include "raceward/program/Effects.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace llvm {
class CallBase;
} // namespace llvm

namespace raceward {

struct FormattedArgument {
  unsigned argument = 0; ///< of the call
  bool isRead = false;
  bool isWritten = false;
  bool isPrinted = false; ///< itself, as %p does
  std::optional<std::uint64_t> bytes;
};

/// One for each argument behind the format, for an effect on all of them. Empty if the format is
/// not known, or refers to more arguments than there are.
std::optional<std::vector<FormattedArgument>> formattedArguments(const llvm::CallBase &call,
                                                                 const ArgumentEffect &effect);

/// The same for an effect on all that a va_list holds, in one. If the format is not known,
/// everything is possible that the effect allows.
FormattedArgument formattedList(const llvm::CallBase &call, const ArgumentEffect &effect);

} // namespace raceward
