// How printf and scanf use the arguments after their format. Private to program.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace raceward {

enum class FormatUse : std::uint8_t {
  Value, ///< the argument itself: a number, a pointer to be printed
  Reads, ///< the string that it points to
  Writes,
};

/// One entry per argument; empty for a format that is not understood.
std::optional<std::vector<FormatUse>> usesOfPrintf(llvm::StringRef format);
std::optional<std::vector<FormatUse>> usesOfScanf(llvm::StringRef format);

} // namespace raceward
