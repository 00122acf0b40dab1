// A position in the source text.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

namespace raceward {

struct SourcePosition {
  std::string file; ///< as the compiler saw it; empty if unknown
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  [[nodiscard]] bool known() const { return !file.empty() && line != 0; }
  bool operator==(const SourcePosition &) const = default;
  bool operator<(const SourcePosition &other) const {
    return std::tie(file, line, column) < std::tie(other.file, other.line, other.column);
  }
};

/// "file.c:12:3", as compilers print it; "<unknown>" without a position.
std::string toString(const SourcePosition &position);
/// For lists of positions: "file.c:12", or "12" if `file` was named last. Updates `file`.
std::string lineAfter(std::string &file, const SourcePosition &position);

} // namespace raceward
