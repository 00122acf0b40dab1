// CELE text → tokens and comments.
#pragma once

#include "raceward/cele/Parse.h"

namespace raceward::cele {

struct Token {
  enum class Kind : std::uint8_t {
    Name,
    Integer,
    // keywords
    And,
    Assert,
    Else,
    False,
    Fork,
    If,
    Read,
    Skip,
    True,
    When,
    While,
    Write,
    // signs
    Assign,
    Comma,
    Semicolon,
    OpenParenthesis,
    CloseParenthesis,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Bang,
    Operator, ///< op, a binary operator; Subtract also as a unary sign
    // neither
    Bad, ///< reported already
    End,
  };
  Kind kind = Kind::End;
  cele::Operator op = cele::Operator::Add;
  std::int64_t number = 0;
  std::string_view text;
  Place at;

  /// Position of its last character.
  [[nodiscard]] Place last() const {
    const auto length = static_cast<std::uint32_t>(text.size());
    return {at.line, at.column + (length == 0 ? 0 : length - 1)};
  }
};

struct Tokens {
  std::vector<Token> tokens; ///< the last one is End
  std::vector<Comment> comments;
  std::vector<Diagnostic> errors;
};

/// Maximum size of a text in bytes.
inline constexpr std::size_t kLargestText = std::size_t{4} << 20U;

Tokens tokenize(std::string_view text);

/// The reserved words, for suggestions.
const std::vector<std::string> &keywords();

/// The kind of a word: a keyword, or Name.
Token::Kind kindOfWord(std::string_view word);

/// Some editors put it in front of a text; it has no meaning.
std::string_view withoutByteOrderMark(std::string_view text);

} // namespace raceward::cele
