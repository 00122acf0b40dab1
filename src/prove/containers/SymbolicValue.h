// SymbolicValue: what a value is, in terms of ids of addresses. Private to prove.
//
// Id zero is the null pointer, negative ids are variables and functions. Equal ids are equal
// addresses.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace raceward {

struct SymbolicValue {
  enum class Kind : std::uint8_t {
    Unknown,
    Pointer, ///< `number` bytes behind the address `id`
    Within,  ///< somewhere in the object at `id`
    Number,  ///< the constant `number`
    Length,  ///< `number` plus the lengths of segments
    NonZero, ///< any number but zero
  };
  Kind kind = Kind::Unknown;
  int id = 0;
  std::int64_t number = 0;
  std::vector<int> lengths; ///< sorted
  auto operator<=>(const SymbolicValue &) const = default;

  static SymbolicValue pointer(int id, std::int64_t offset = 0) {
    return {Kind::Pointer, id, offset, {}};
  }
  static SymbolicValue null() { return pointer(0); }
  static SymbolicValue constant(std::int64_t n) { return {Kind::Number, 0, n, {}}; }
  [[nodiscard]] bool isAddress() const { return kind == Kind::Pointer || kind == Kind::Within; }
  /// The address of the beginning of something, or null.
  [[nodiscard]] bool isStart() const { return kind == Kind::Pointer && number == 0; }
};

} // namespace raceward
