// Term: the id of one expression in a TermArena; and the form of expressions.
//
// Three sorts: Boolean, bit-vector of any width, array from bit-vectors to bit-vectors. Floating
// point is omitted: the machine computes it natively on concrete values and reports a gap on
// symbolic ones. So is equality of whole arrays, which no memory model here needs and which is
// expensive for solvers.
#pragma once

#include "raceward/base/Id.h"

#include <cstdint>

namespace raceward {

struct TermTag;
using Term = Id<TermTag>;

class Sort {
public:
  static constexpr Sort boolean() { return Sort(0, 0); }
  static constexpr Sort bits(std::uint32_t width) { return Sort(width, 0); }
  static constexpr Sort array(std::uint32_t indexWidth, std::uint32_t elementWidth) {
    return Sort(elementWidth, indexWidth);
  }

  [[nodiscard]] constexpr bool isBoolean() const { return width_ == 0; }
  [[nodiscard]] constexpr bool isArray() const { return indexWidth_ != 0; }
  [[nodiscard]] constexpr bool isBits() const { return !isBoolean() && !isArray(); }
  /// Width of a bit-vector, or of the elements of an array.
  [[nodiscard]] constexpr std::uint32_t width() const { return width_; }
  [[nodiscard]] constexpr std::uint32_t indexWidth() const { return indexWidth_; }

  constexpr bool operator==(const Sort &) const = default;

private:
  constexpr Sort(std::uint32_t width, std::uint32_t indexWidth)
      : width_(width), indexWidth_(indexWidth) {}
  std::uint32_t width_;
  std::uint32_t indexWidth_;
};

enum class TermKind : std::uint8_t {
  // leaves
  True,
  False,
  Constant,
  Variable,
  // Boolean
  Not,
  And,
  Or,
  // of any sort but arrays, and of any sort
  Equal,
  Ite,
  // comparisons
  Ult,
  Ule,
  Slt,
  Sle,
  // bit-vectors
  BvNot,
  BvNeg,
  BvAnd,
  BvOr,
  BvXor,
  Add,
  Sub,
  Mul,
  UDiv,
  URem,
  SDiv,
  SRem,
  Shl,
  LShr,
  AShr,
  Concat,
  Extract,
  ZExt,
  SExt,
  // arrays
  ConstArray,
  Select,
  Store,
};

/// One expression. Missing operands are invalid terms.
struct TermNode {
  TermKind kind;
  Sort sort;
  Term a, b, c;
  /// Constant up to 64 bits: its value; wider: its number in the arena. Variable: its
  /// number. Extract: the lowest bit taken.
  std::uint64_t payload = 0;

  bool operator==(const TermNode &) const = default;
};

} // namespace raceward
