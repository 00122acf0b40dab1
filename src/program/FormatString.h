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

struct FormatArgument {
  FormatUse use = FormatUse::Value;
  /// How much is read or written, if the format says so.
  std::optional<std::uint64_t> bytes = std::nullopt;
  friend bool operator==(const FormatArgument &a, FormatUse use) { return a.use == use; }
};

/// Sizes of C's types that formats speak about.
struct FormatSizes {
  std::uint64_t ofLong = 8;
  std::uint64_t ofPointer = 8;
  std::uint64_t ofLongDouble = 16;
};

/// One entry per argument; empty for a format that is not understood.
std::optional<std::vector<FormatArgument>> usesOfPrintf(llvm::StringRef format,
                                                        const FormatSizes &sizes = {});
std::optional<std::vector<FormatArgument>> usesOfScanf(llvm::StringRef format,
                                                       const FormatSizes &sizes = {});

} // namespace raceward
