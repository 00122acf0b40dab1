#include "Lexer.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace raceward::cele {

namespace {

using Kind = Token::Kind;

constexpr std::array kWords{
    std::pair<std::string_view, Kind>{"and", Kind::And},
    std::pair<std::string_view, Kind>{"assert", Kind::Assert},
    std::pair<std::string_view, Kind>{"else", Kind::Else},
    std::pair<std::string_view, Kind>{"false", Kind::False},
    std::pair<std::string_view, Kind>{"fork", Kind::Fork},
    std::pair<std::string_view, Kind>{"if", Kind::If},
    std::pair<std::string_view, Kind>{"read", Kind::Read},
    std::pair<std::string_view, Kind>{"skip", Kind::Skip},
    std::pair<std::string_view, Kind>{"true", Kind::True},
    std::pair<std::string_view, Kind>{"when", Kind::When},
    std::pair<std::string_view, Kind>{"while", Kind::While},
    std::pair<std::string_view, Kind>{"write", Kind::Write},
};

struct Sign {
  std::string_view text;
  Kind kind;
  Operator op = Operator::Add;
};

// Longer ones first.
constexpr std::array kSigns{
    Sign{"<=", Kind::Operator, Operator::LessEqual},
    Sign{">=", Kind::Operator, Operator::GreaterEqual},
    Sign{"==", Kind::Operator, Operator::Equal},
    Sign{"!=", Kind::Operator, Operator::NotEqual},
    Sign{"&&", Kind::Operator, Operator::And},
    Sign{"||", Kind::Operator, Operator::Or},
    Sign{"<", Kind::Operator, Operator::Less},
    Sign{">", Kind::Operator, Operator::Greater},
    Sign{"+", Kind::Operator, Operator::Add},
    Sign{"-", Kind::Operator, Operator::Subtract},
    Sign{"*", Kind::Operator, Operator::Multiply},
    Sign{"/", Kind::Operator, Operator::Divide},
    Sign{"%", Kind::Operator, Operator::Remainder},
    Sign{"!", Kind::Bang},
    Sign{"=", Kind::Assign},
    Sign{",", Kind::Comma},
    Sign{";", Kind::Semicolon},
    Sign{"(", Kind::OpenParenthesis},
    Sign{")", Kind::CloseParenthesis},
    Sign{"[", Kind::OpenBracket},
    Sign{"]", Kind::CloseBracket},
    Sign{"{", Kind::OpenBrace},
    Sign{"}", Kind::CloseBrace},
};

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Characters that move a terminal's cursor, or that no editor shows.
bool isControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

bool isAscii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

std::string hexOf(char c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return {'0', 'x', kDigits[byte / 16U], kDigits[byte % 16U]};
}

class Lexer {
public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Tokens run() {
    while (position_ < text_.size() && out_.errors.size() < kMostErrors)
      next();
    Token end;
    end.at = here();
    out_.tokens.push_back(end);
    return std::move(out_);
  }

private:
  [[nodiscard]] Place here() const {
    return {line_, static_cast<std::uint32_t>(position_ - lineStart_ + 1)};
  }
  [[nodiscard]] std::string_view rest() const { return text_.substr(position_); }

  /// The number of characters from here on that satisfy `isOne`.
  template <typename Predicate> std::size_t run(Predicate isOne) const {
    const std::string_view text = rest();
    return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), isOne) -
                                    text.begin());
  }

  void add(Token token, std::size_t length) {
    token.at = here();
    token.text = text_.substr(position_, length);
    out_.tokens.push_back(token);
    position_ += length;
  }
  void bad(std::size_t length, std::string message, std::string hint = {}) {
    out_.errors.push_back({here(), std::move(message), std::move(hint)});
    Token token;
    token.kind = Kind::Bad;
    add(token, length);
  }

  void next() {
    const char c = text_[position_];
    if (c == '\n') {
      ++position_;
      ++line_;
      lineStart_ = position_;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++position_;
    } else if (rest().substr(0, 2) == "//") {
      comment();
    } else if (isDigit(c)) {
      number();
    } else if (isLetter(c)) {
      const std::size_t length = run([](char d) { return isLetter(d) || isDigit(d); });
      Token token;
      token.kind = kindOfWord(rest().substr(0, length));
      add(token, length);
    } else {
      sign();
    }
  }

  void comment() {
    const std::string_view line = rest().substr(0, run([](char c) { return c != '\n'; }));
    const std::string_view text = trim(line);
    const auto control =
        std::find_if(text.begin(), text.end(), [](char c) { return isControl(c) && c != '\t'; });
    if (sanitizedUtf8(text) != text)
      out_.errors.push_back({here(), "this comment is not UTF-8", {}});
    else if (control != text.end())
      out_.errors.push_back(
          {here(), "control character " + hexOf(*control) + " in this comment", {}});
    out_.comments.push_back({here(), std::string(text)});
    position_ += line.size();
  }

  void number() {
    const std::size_t length = run([](char c) { return isLetter(c) || isDigit(c); });
    const std::string_view word = rest().substr(0, length);
    if (!std::all_of(word.begin(), word.end(), isDigit))
      return bad(length, "a name cannot begin with a digit");
    Token token;
    token.kind = Kind::Integer;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), token.number);
    if (read.ec != std::errc{})
      return bad(length, "this number is too large", "the largest is 9223372036854775807");
    add(token, length);
  }

  void sign() {
    for (const Sign &sign : kSigns) {
      if (!rest().starts_with(sign.text))
        continue;
      Token token;
      token.kind = sign.kind;
      token.op = sign.op;
      return add(token, sign.text.size());
    }
    const char c = rest().front();
    if (c == '&' || c == '|')
      return bad(1, std::string("unexpected '") + c + "'",
                 std::string("did you mean '") + c + c + "'?");
    if (isControl(c))
      return bad(run([&](char d) { return d == c; }), "control character " + hexOf(c));
    if (isAscii(c))
      return bad(1, std::string("unexpected '") + c + "'");
    const std::size_t length = run([](char d) { return !isAscii(d); });
    const std::string_view letters = rest().substr(0, length);
    if (sanitizedUtf8(letters) != letters)
      return bad(length, "this is not UTF-8");
    return bad(length, "only comments may have letters outside of ASCII");
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1;
  std::size_t lineStart_ = 0;
  Tokens out_;
};

} // namespace

const std::vector<std::string> &keywords() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> all;
    for (const auto &[word, kind] : kWords)
      all.emplace_back(word);
    return all;
  }();
  return words;
}

Token::Kind kindOfWord(std::string_view word) {
  for (const auto &[known, kind] : kWords)
    if (known == word)
      return kind;
  return Kind::Name;
}

std::string_view withoutByteOrderMark(std::string_view text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

Tokens tokenize(std::string_view text) {
  if (text.size() > kLargestText) {
    Tokens nothing;
    nothing.errors.push_back({{1, 1},
                              "the text is too large: " + formatBytes(text.size()),
                              "the most is " + formatBytes(kLargestText)});
    nothing.tokens.emplace_back();
    return nothing;
  }
  return Lexer(withoutByteOrderMark(text)).run();
}

} // namespace raceward::cele
