// Value: the content of a register.
//
// A number of at most 64 bits, zero above its width, or a term. Numbers never become terms, and a
// constant term becomes a number again, so that concrete code runs without the term layer. Wider
// numbers (__int128, long double) are rare and always terms. Pointers are numbers, see Memory.h.
// Structs and vectors occupy several registers, one per scalar.
#pragma once

#include "raceward/smt/Term.h"

#include <cstdint>

namespace raceward {

struct Value {
  std::uint64_t bits = 0;
  Term term; ///< invalid if the value is a number

  [[nodiscard]] bool isNumber() const { return !term.valid(); }
};

[[nodiscard]] inline bool areNumbers(const Value &a, const Value &b) {
  return (a.term.index() & b.term.index()) == UINT32_MAX;
}

/// The lowest `width` bits set; all for 64 and more.
[[nodiscard]] constexpr std::uint64_t maskOf(unsigned width) {
  return width >= 64 ? UINT64_MAX : (std::uint64_t{1} << width) - 1;
}

[[nodiscard]] constexpr std::int64_t signExtended(std::uint64_t bits, unsigned width) {
  const unsigned unused = 64 - width;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

} // namespace raceward
