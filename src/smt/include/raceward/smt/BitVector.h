// BitVector: a constant of any width, with the operations of SMT-LIB's bit-vectors.
//
// Values up to 64 bits, nearly all there are, are stored inline. Division by zero has the value
// that SMT-LIB defines, so that folding, evaluation and solvers agree. Operands of a binary
// operation have the same width.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace raceward {

class BitVector {
public:
  /// One bit, zero: the value of false.
  BitVector() = default;
  /// Bits of `value` above `width` are dropped.
  BitVector(std::uint32_t width, std::uint64_t value);
  static BitVector ones(std::uint32_t width);
  /// Only the highest bit set.
  static BitVector signedMin(std::uint32_t width);
  /// Digits of base 2 or 16, highest first; empty if there is another character.
  static std::optional<BitVector> parse(std::string_view digits, unsigned base);

  [[nodiscard]] std::uint32_t width() const { return width_; }
  [[nodiscard]] bool bit(std::uint32_t index) const {
    return ((word(index / 64) >> (index % 64)) & 1) != 0;
  }
  [[nodiscard]] bool isZero() const;
  [[nodiscard]] bool isOne() const;
  [[nodiscard]] bool isOnes() const { return *this == ones(width_); }
  [[nodiscard]] bool isNegative() const { return bit(width_ - 1); }
  /// The exponent, if the value is a power of two.
  [[nodiscard]] std::optional<std::uint32_t> log2() const;
  /// The number of lowest bits set, if no other bit is.
  [[nodiscard]] std::optional<std::uint32_t> lowMask() const;
  [[nodiscard]] std::uint64_t low64() const { return low_; }
  [[nodiscard]] bool fits64() const;

  [[nodiscard]] BitVector bitNot() const;
  [[nodiscard]] BitVector neg() const;
  [[nodiscard]] BitVector bitAnd(const BitVector &other) const;
  [[nodiscard]] BitVector bitOr(const BitVector &other) const;
  [[nodiscard]] BitVector bitXor(const BitVector &other) const;
  [[nodiscard]] BitVector add(const BitVector &other) const;
  [[nodiscard]] BitVector sub(const BitVector &other) const;
  [[nodiscard]] BitVector mul(const BitVector &other) const;
  [[nodiscard]] BitVector udiv(const BitVector &other) const;
  [[nodiscard]] BitVector urem(const BitVector &other) const;
  [[nodiscard]] BitVector sdiv(const BitVector &other) const;
  [[nodiscard]] BitVector srem(const BitVector &other) const;
  [[nodiscard]] BitVector shl(const BitVector &amount) const;
  [[nodiscard]] BitVector lshr(const BitVector &amount) const;
  [[nodiscard]] BitVector ashr(const BitVector &amount) const;

  [[nodiscard]] bool ult(const BitVector &other) const;
  [[nodiscard]] bool ule(const BitVector &other) const { return !other.ult(*this); }
  [[nodiscard]] bool slt(const BitVector &other) const;
  [[nodiscard]] bool sle(const BitVector &other) const { return !other.slt(*this); }

  /// This value above `lower`.
  [[nodiscard]] BitVector concat(const BitVector &lower) const;
  [[nodiscard]] BitVector extract(std::uint32_t high, std::uint32_t low) const;
  [[nodiscard]] BitVector zext(std::uint32_t width) const;
  [[nodiscard]] BitVector sext(std::uint32_t width) const;

  /// "#b0101", in SMT-LIB syntax; "#x5" if the width is a multiple of four.
  [[nodiscard]] std::string toString() const;

  bool operator==(const BitVector &) const = default;
  /// By width, then unsigned.
  std::strong_ordering operator<=>(const BitVector &other) const;
  [[nodiscard]] std::size_t hash() const;

private:
  [[nodiscard]] std::uint32_t words() const { return (width_ + 63) / 64; }
  [[nodiscard]] std::uint64_t word(std::uint32_t index) const {
    return index == 0 ? low_ : index <= rest_.size() ? rest_[index - 1] : 0;
  }
  std::uint64_t &wordAt(std::uint32_t index) { return index == 0 ? low_ : rest_[index - 1]; }
  void dropUnusedBits();
  [[nodiscard]] BitVector shiftedLeft(std::uint32_t amount) const;
  [[nodiscard]] BitVector shiftedRight(std::uint32_t amount) const;
  struct Division;
  [[nodiscard]] Division divide(const BitVector &divisor) const;

  std::uint32_t width_ = 1;
  std::uint64_t low_ = 0;
  std::vector<std::uint64_t> rest_; ///< words above the lowest; exactly as many as needed
};

} // namespace raceward
