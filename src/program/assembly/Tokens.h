// The words of an assembly text. Private to program.
#pragma once

#include "assembly/Text.h"

#include <string>
#include <string_view>
#include <vector>

namespace raceward::assembly {

struct Token {
  enum class Kind : std::uint8_t {
    Word,      ///< letters, digits, `_` and `.`
    Sign,      ///< any other character; `$` stands for itself
    Reference, ///< an operand
    End,       ///< of a statement
  };
  Kind kind = Kind::End;
  std::string text; ///< of words, in lower case, and of signs
  Reference reference;
  bool isGlued = false; ///< there is no space before it

  [[nodiscard]] bool isSign(char sign) const {
    return kind == Kind::Sign && text.size() == 1 && text.front() == sign;
  }
};

struct Tokens {
  std::vector<Token> list; ///< ends with Kind::End
  std::string problem;
};

[[nodiscard]] Tokens tokensOf(std::string_view text, Syntax syntax);

} // namespace raceward::assembly
