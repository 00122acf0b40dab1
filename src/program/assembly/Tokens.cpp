#include "assembly/Tokens.h"

#include <cctype>

namespace raceward::assembly {

namespace {

bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// Reads a text from left to right.
class Scanner {
public:
  Scanner(std::string_view text, Syntax syntax) : text_(text), syntax_(syntax) {}
  Tokens run();

private:
  [[nodiscard]] char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  void fail(std::string problem) {
    if (out_.problem.empty())
      out_.problem = std::move(problem);
  }
  void add(Token token) {
    token.isGlued = !hasSpace_;
    hasSpace_ = false;
    out_.list.push_back(std::move(token));
  }
  void end() {
    hasSpace_ = true;
    if (!out_.list.empty() && out_.list.back().kind != Token::Kind::End)
      add({});
    hasSpace_ = true;
  }
  bool skipComment();
  void scanDollar();
  void scanReference();
  bool scanNumber(unsigned &number);
  /// The other half of `$(a$|b$)`.
  void skipAlternative(bool untilSecond);
  void scanWord();

  std::string_view text_;
  Syntax syntax_;
  std::size_t i_ = 0;
  bool hasSpace_ = true;
  bool inAlternatives_ = false;
  Tokens out_;
};

/// Comments end with the line, except for those of C.
bool Scanner::skipComment() {
  if (at(i_) == '/' && at(i_ + 1) == '*') {
    const std::size_t close = text_.find("*/", i_ + 2);
    if (close == std::string_view::npos)
      fail("a comment does not end");
    i_ = close == std::string_view::npos ? text_.size() : close + 2;
    hasSpace_ = true;
    return true;
  }
  // For ARM, '#' begins a number.
  const bool isComment =
      syntax_ == Syntax::Arm64 ? at(i_) == '/' && at(i_ + 1) == '/' : at(i_) == '#';
  if (!isComment)
    return false;
  while (i_ < text_.size() && text_[i_] != '\n')
    ++i_;
  return true;
}

bool Scanner::scanNumber(unsigned &number) {
  const std::size_t begin = i_;
  number = 0;
  while (isDigit(at(i_)) && i_ < begin + 4)
    number = number * 10 + static_cast<unsigned>(text_[i_++] - '0');
  return i_ > begin && !isDigit(at(i_));
}

/// After "${": `0}` or `0:w}`.
void Scanner::scanReference() {
  Token token{Token::Kind::Reference, {}, {}, false};
  const bool hasNumber = scanNumber(token.reference.number);
  if (hasNumber && at(i_) == ':' && std::isalpha(static_cast<unsigned char>(at(i_ + 1))) != 0) {
    token.reference.modifier = text_[i_ + 1];
    i_ += 2;
  }
  if (!hasNumber || at(i_) != '}')
    return fail("the text has a placeholder that is not an operand");
  ++i_;
  add(token);
}

void Scanner::skipAlternative(bool untilSecond) {
  while (i_ < text_.size()) {
    if (text_[i_] == '$' && (at(i_ + 1) == ')' || (untilSecond && at(i_ + 1) == '|'))) {
      inAlternatives_ = at(i_ + 1) == '|';
      i_ += 2;
      return;
    }
    i_ += text_[i_] == '$' ? 2 : 1;
  }
  i_ = text_.size();
  fail("the alternatives for two assemblers do not end");
}

void Scanner::scanDollar() {
  const char next = at(i_ + 1);
  if (next == '$') {
    i_ += 2;
    return add({Token::Kind::Sign, "$", {}, false});
  }
  if (isDigit(next)) {
    ++i_;
    Token token{Token::Kind::Reference, {}, {}, false};
    if (!scanNumber(token.reference.number))
      return fail("the text names an operand that does not exist");
    return add(token);
  }
  i_ += 2;
  if (next == '{')
    return scanReference();
  if (next == '(' && !inAlternatives_) {
    inAlternatives_ = true;
    if (syntax_ == Syntax::Intel)
      skipAlternative(/*untilSecond=*/true);
    return;
  }
  if (next == '|' && inAlternatives_)
    return skipAlternative(/*untilSecond=*/false);
  if (next == ')' && inAlternatives_) {
    inAlternatives_ = false;
    return;
  }
  fail("the text has a placeholder that is not an operand");
}

void Scanner::scanWord() {
  Token token{Token::Kind::Word, {}, {}, false};
  while (isWordCharacter(at(i_)))
    token.text += static_cast<char>(std::tolower(static_cast<unsigned char>(text_[i_++])));
  // `xchg$(l$)`: two parts of one word.
  if (!hasSpace_ && !out_.list.empty() && out_.list.back().kind == Token::Kind::Word)
    out_.list.back().text += token.text;
  else
    add(std::move(token));
}

Tokens Scanner::run() {
  while (i_ < text_.size() && out_.problem.empty()) {
    const char c = text_[i_];
    if (skipComment())
      continue;
    if (c == '\n' || c == ';') {
      ++i_;
      end();
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++i_;
      hasSpace_ = true;
    } else if (c == '$') {
      scanDollar();
    } else if (isWordCharacter(c)) {
      scanWord();
    } else if (std::string_view("%,():[]#+-*!").find(c) != std::string_view::npos) {
      ++i_;
      add({Token::Kind::Sign, std::string(1, c), {}, false});
    } else {
      fail("the text has a character that is not known");
    }
  }
  if (inAlternatives_)
    fail("the alternatives for two assemblers do not end");
  end();
  return std::move(out_);
}

} // namespace

Tokens tokensOf(std::string_view text, Syntax syntax) {
  return Scanner(text, syntax).run();
}

} // namespace raceward::assembly
