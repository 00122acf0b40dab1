// CStatements: where the statements of a C file begin.
//
// A compiler reports the position of an operation; witnesses name the statement around it. Only
// tokens and brackets are examined, so that any C is accepted; for unusual text the answer is a
// nearby position.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace raceward {

/// Line and column count from 1; columns count bytes.
struct TextPlace {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  auto operator<=>(const TextPlace &) const = default;
};

class CStatements {
public:
  explicit CStatements(std::string_view text);

  /// The first character of the innermost statement that covers this place.
  [[nodiscard]] std::optional<TextPlace> startOf(TextPlace place) const;
  /// The closing parenthesis of the call that begins here.
  [[nodiscard]] std::optional<TextPlace> endOfCall(TextPlace place) const;

private:
  struct Token {
    TextPlace at;
    TextPlace statement;
    std::size_t closing = 0; ///< of an opening parenthesis: index of its counterpart
  };
  class Marker;

  /// Returns the text of each token.
  std::vector<std::string_view> readTokens(std::string_view text);
  [[nodiscard]] const Token *tokenAt(TextPlace place) const;

  std::vector<Token> tokens_;
};

} // namespace raceward
