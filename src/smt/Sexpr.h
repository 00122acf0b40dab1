// S-expressions: the answers of SMT-LIB solvers.
#pragma once

#include "raceward/smt/BitVector.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

struct Sexpr {
  std::string atom; ///< empty for a list; |x| and "x" keep their quotes
  std::vector<Sexpr> items;

  [[nodiscard]] bool isList() const { return atom.empty(); }
};

/// Incremental reader. Answers of a defective solver must neither fill memory nor overflow the
/// stack, so depth and length are bounded.
class SexprReader {
public:
  enum class State : std::uint8_t { Incomplete, Complete, Broken };

  /// Consumes characters up to the end of one expression; adds the number consumed to `used`.
  State feed(std::string_view text, std::size_t &used);
  /// Call it after Complete; the reader is then ready for the next.
  Sexpr take();

private:
  enum class Inside : std::uint8_t { Nothing, Atom, Bars, String, Comment };
  static constexpr std::size_t kMaxDepth = 64;
  static constexpr std::size_t kMaxLength = std::size_t{1} << 26;

  void finish(Sexpr expression);

  std::vector<Sexpr> open_;
  std::string atom_;
  Inside inside_ = Inside::Nothing;
  std::size_t length_ = 0;
  std::optional<Sexpr> complete_;
};

/// #x0f, #b101, (_ bv5 8), true, false; empty for anything else.
std::optional<BitVector> readValue(const Sexpr &expression);

} // namespace raceward
