// LLVM types as lists of scalars: a struct or vector takes one register per scalar.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Type.h>

#include <cstdint>
#include <vector>

namespace raceward {

enum class ScalarKind : std::uint8_t { Integer, Pointer, Half, BFloat, Float, Double, X87, Quad };

[[nodiscard]] inline bool isFloat(ScalarKind kind) {
  return kind >= ScalarKind::Half;
}

struct Scalar {
  ScalarKind kind = ScalarKind::Integer;
  std::uint32_t width = 0;  ///< bits
  std::uint64_t offset = 0; ///< bytes from the start of the whole, in memory
  [[nodiscard]] std::uint32_t bytes() const { return (width + 7) / 8; }
};

struct Layout {
  std::vector<Scalar> scalars;
  /// The scalars are known, but share bytes in memory (<8 x i1>).
  bool packedBits = false;
};

/// False if the type has no such form: too many scalars, or a kind that C does not have.
bool layOut(const llvm::DataLayout &layout, llvm::Type *type, Layout &out);

} // namespace raceward
