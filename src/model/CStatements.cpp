#include "raceward/model/CStatements.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace raceward {

namespace {

bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

bool isWord(std::string_view text) {
  return isWordCharacter(text.front());
}

template <std::size_t N>
bool isOneOf(std::string_view text, const std::array<std::string_view, N> &words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

constexpr std::array<std::string_view, 4> kWithParentheses{"if", "while", "for", "switch"};
constexpr std::array<std::string_view, 2> kBeforeStatement{"else", "do"};

/// Iterates over a text and counts lines.
class Cursor {
public:
  explicit Cursor(std::string_view text) : text_(text) {}

  [[nodiscard]] bool atEnd() const { return at_ >= text_.size(); }
  [[nodiscard]] char now() const { return text_[at_]; }
  [[nodiscard]] bool looksAt(std::string_view what) const {
    return text_.substr(at_).starts_with(what);
  }
  [[nodiscard]] TextPlace place() const { return place_; }
  [[nodiscard]] bool onlySpaceBefore() const { return onlySpace_; }
  [[nodiscard]] std::size_t offset() const { return at_; }

  void step() {
    const char c = text_[at_++];
    if (c == '\n') {
      ++place_.line;
      place_.column = 1;
      onlySpace_ = true;
      return;
    }
    ++place_.column;
    if (std::isspace(static_cast<unsigned char>(c)) == 0)
      onlySpace_ = false;
  }
  void step(std::size_t count) {
    for (; count > 0 && !atEnd(); --count)
      step();
  }
  void skipLine() {
    while (!atEnd() && now() != '\n')
      step(now() == '\\' ? 2 : 1);
  }
  void skipPast(std::string_view end) {
    while (!atEnd() && !looksAt(end))
      step();
    step(end.size());
  }
  void skipQuoted(char quote) {
    step();
    while (!atEnd() && now() != quote && now() != '\n')
      step(now() == '\\' ? 2 : 1);
    if (!atEnd())
      step();
  }

private:
  std::string_view text_;
  std::size_t at_ = 0;
  TextPlace place_{1, 1};
  bool onlySpace_ = true;
};

} // namespace

/// Gives every token the statement that it belongs to.
class CStatements::Marker {
public:
  Marker(std::vector<Token> &tokens, const std::vector<std::string_view> &texts)
      : tokens_(tokens), texts_(texts) {}

  void mark() {
    for (at_ = 0; at_ < tokens_.size(); ++at_) {
      if (beginsHere_)
        begin(texts_[at_]);
      else
        goOn(texts_[at_]);
      tokens_[at_].statement = statement_;
    }
  }

private:
  struct Level {
    enum class Kind : std::uint8_t { Block, Brace, Parentheses };
    Kind kind = Kind::Block;
    std::size_t opening = 0;
    TextPlace statement; ///< around it
    bool isCondition = false;
  };

  [[nodiscard]] bool inBlock() const {
    return levels_.empty() || levels_.back().kind == Level::Kind::Block;
  }
  [[nodiscard]] std::string_view textAt(std::size_t at) const {
    return at < texts_.size() ? texts_[at] : std::string_view();
  }

  void open(Level::Kind kind, bool isCondition = false) {
    levels_.push_back({kind, at_, statement_, isCondition});
    beginsHere_ = kind == Level::Kind::Block;
  }

  /// The token may be the first one of a statement.
  void begin(std::string_view text) {
    if (text == "{")
      return open(Level::Kind::Block);
    if (text == "}")
      return close(text);
    statement_ = tokens_[at_].at;
    if (text == ";" || isOneOf(text, kBeforeStatement))
      return; // so may the next one
    beginsHere_ = false;
    conditionFollows_ = isOneOf(text, kWithParentheses);
    isLabel_ = text == "case" || text == "default" || (isWord(text) && textAt(at_ + 1) == ":");
    if (text == "(")
      open(Level::Kind::Parentheses);
  }

  void goOn(std::string_view text) {
    if (text == "(") {
      open(Level::Kind::Parentheses, std::exchange(conditionFollows_, false));
    } else if (text == "{") {
      // A block if it follows a parameter list or begins a statement expression; otherwise part of
      // a type or an initialiser.
      const std::string_view before = textAt(at_ - 1);
      open(before == ")" || before == "(" ? Level::Kind::Block : Level::Kind::Brace);
    } else if (text == ")" || text == "}") {
      close(text);
    } else if (text == ";" && inBlock()) {
      beginsHere_ = true;
    } else if (text == ":" && isLabel_ && inBlock()) {
      isLabel_ = false;
      beginsHere_ = true;
    }
  }

  void close(std::string_view text) {
    if (levels_.empty())
      return;
    const Level level = levels_.back();
    levels_.pop_back();
    beginsHere_ = false;
    if (level.kind == Level::Kind::Parentheses && text == ")") {
      tokens_[level.opening].closing = at_;
      beginsHere_ = level.isCondition && inBlock();
    } else if (level.kind == Level::Kind::Block) {
      beginsHere_ = inBlock();
    }
    statement_ = level.statement;
  }

  std::vector<Token> &tokens_;
  const std::vector<std::string_view> &texts_;
  std::size_t at_ = 0;
  std::vector<Level> levels_;
  TextPlace statement_{1, 1};
  bool beginsHere_ = true;
  bool conditionFollows_ = false;
  bool isLabel_ = false;
};

CStatements::CStatements(std::string_view text) {
  Marker(tokens_, readTokens(text)).mark();
}

/// Words, numbers and single characters; text in quotes is one token.
std::vector<std::string_view> CStatements::readTokens(std::string_view text) {
  std::vector<std::string_view> texts;
  Cursor cursor(text);
  while (!cursor.atEnd()) {
    const char c = cursor.now();
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      cursor.step();
    } else if (c == '#' && cursor.onlySpaceBefore()) {
      cursor.skipLine();
    } else if (cursor.looksAt("//")) {
      cursor.skipLine();
    } else if (cursor.looksAt("/*")) {
      cursor.step(2);
      cursor.skipPast("*/");
    } else {
      const TextPlace at = cursor.place();
      const std::size_t begin = cursor.offset();
      if (c == '"' || c == '\'')
        cursor.skipQuoted(c);
      else
        do
          cursor.step();
        while (isWordCharacter(c) && !cursor.atEnd() && isWordCharacter(cursor.now()));
      texts.push_back(text.substr(begin, cursor.offset() - begin));
      tokens_.push_back({at, at, 0});
    }
  }
  return texts;
}

const CStatements::Token *CStatements::tokenAt(TextPlace place) const {
  const auto after = std::upper_bound(
      tokens_.begin(), tokens_.end(), place,
      [](const TextPlace &wanted, const Token &token) { return wanted < token.at; });
  return after == tokens_.begin() ? nullptr : &*std::prev(after);
}

std::optional<TextPlace> CStatements::startOf(TextPlace place) const {
  const Token *token = tokenAt(place);
  if (token == nullptr)
    return std::nullopt;
  return token->statement;
}

std::optional<TextPlace> CStatements::endOfCall(TextPlace place) const {
  const Token *token = tokenAt(place);
  if (token == nullptr)
    return std::nullopt;
  for (std::size_t at = static_cast<std::size_t>(token - tokens_.data()); at < tokens_.size(); ++at)
    if (const Token &candidate = tokens_[at]; candidate.closing != 0)
      return tokens_[candidate.closing].at;
    else if (candidate.statement != token->statement)
      break;
  return std::nullopt;
}

} // namespace raceward
