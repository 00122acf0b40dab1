#include "raceward/cele/Format.h"

#include "Lexer.h"

#include <algorithm>

namespace raceward::cele {

namespace {

using Kind = Token::Kind;

constexpr std::size_t kIndent = 2;

bool endsOperand(const Token &token) {
  switch (token.kind) {
  case Kind::Name:
  case Kind::Integer:
  case Kind::True:
  case Kind::False:
  case Kind::CloseParenthesis:
  case Kind::CloseBracket:
    return true;
  default:
    return false;
  }
}

class Formatter {
public:
  explicit Formatter(Tokens tokens) : tokens_(std::move(tokens)) {}

  std::string run() {
    for (const Token &token : tokens_.tokens) {
      commentsBefore(token);
      if (token.kind == Kind::End)
        break;
      put(token);
    }
    if (!out_.empty())
      out_ += '\n';
    return std::move(out_);
  }

private:
  void commentsBefore(const Token &token) {
    while (nextComment_ < tokens_.comments.size()) {
      const Comment &comment = tokens_.comments[nextComment_];
      if (token.kind != Kind::End && token.at < comment.at)
        return;
      ++nextComment_;
      if (comment.at.line == lastLine_) {
        out_ += ' ';
      } else {
        emptyLine_ = emptyLine_ || comment.at.line > lastLine_ + 1;
        newLine();
      }
      out_ += comment.text;
      lastLine_ = comment.at.line;
      breakLine_ = true;
      afterBrace_ = false;
    }
  }

  void put(const Token &token) {
    const bool closes = token.kind == Kind::CloseBrace;
    if (closes)
      --depth_;
    if (closes && afterBrace_) {
      out_ += ' ';
    } else if (breakLine_) {
      emptyLine_ = !closes && token.at.line > lastLine_ + 1;
      newLine();
    } else if (spaceBefore(token)) {
      out_ += ' ';
    }
    out_ += token.text;
    breakLine_ = token.kind == Kind::Semicolon || token.kind == Kind::OpenBrace;
    inStatement_ = !breakLine_ && !closes;
    afterBrace_ = token.kind == Kind::OpenBrace;
    if (afterBrace_)
      ++depth_;
    isSign_ = token.kind == Kind::Bang || (token.kind == Kind::Operator && !endsOperand(before_));
    before_ = token;
    lastLine_ = token.at.line;
  }

  void newLine() {
    // Not at the beginning of the text or of a block.
    if (!out_.empty())
      out_ += emptyLine_ && !inStatement_ && !afterBrace_ ? "\n\n" : "\n";
    emptyLine_ = false;
    out_ += std::string((depth_ + (inStatement_ ? 2 : 0)) * kIndent, ' ');
  }

  [[nodiscard]] bool spaceBefore(const Token &token) const {
    switch (token.kind) {
    case Kind::Semicolon:
    case Kind::Comma:
    case Kind::CloseParenthesis:
    case Kind::CloseBracket:
      return false;
    case Kind::OpenBracket:
      if (before_.kind == Kind::Name)
        return false;
      break;
    case Kind::OpenParenthesis:
      if (before_.kind == Kind::Read || before_.kind == Kind::Write || before_.kind == Kind::Assert)
        return false;
      break;
    default:
      break;
    }
    return !out_.empty() && !isSign_ && before_.kind != Kind::OpenParenthesis &&
           before_.kind != Kind::OpenBracket;
  }

  Tokens tokens_;
  std::size_t nextComment_ = 0;
  std::string out_;
  std::size_t depth_ = 0;
  Token before_;
  bool isSign_ = false;        ///< `before_` is a unary sign
  bool afterBrace_ = false;    ///< a block begins and is still empty
  bool breakLine_ = false;     ///< the next token begins a line
  bool emptyLine_ = false;     ///< with an empty line before it
  bool inStatement_ = false;   ///< a new line continues a statement
  std::uint32_t lastLine_ = 0; ///< line in the text of the last token written
};

} // namespace

std::string format(std::string_view text) {
  return Formatter(tokenize(text)).run();
}

} // namespace raceward::cele
