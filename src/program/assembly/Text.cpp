#include "assembly/Text.h"

#include "assembly/Tokens.h"

#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <array>

namespace raceward::assembly {

namespace {

constexpr std::array<std::string_view, 6> kPrefixes{"lock", "rep",   "repe",
                                                    "repz", "repne", "repnz"};

bool isPrefix(std::string_view word) {
  return std::ranges::find(kPrefixes, word) != kPrefixes.end();
}

std::optional<std::int64_t> numberIn(std::string_view text) {
  std::int64_t value = 0;
  if (!llvm::StringRef(text).getAsInteger(0, value))
    return value;
  std::uint64_t large = 0;
  if (!llvm::StringRef(text).getAsInteger(0, large))
    return static_cast<std::int64_t>(large);
  return std::nullopt;
}

/// `dword ptr`: the size of memory in Intel syntax.
unsigned bitsOfSizeWord(std::string_view word) {
  if (word == "byte")
    return 8;
  if (word == "word")
    return 16;
  if (word == "dword")
    return 32;
  if (word == "qword")
    return 64;
  return word == "xmmword" ? 128 : 0;
}

class Parser {
public:
  Parser(Tokens tokens, Syntax syntax) : tokens_(std::move(tokens.list)), syntax_(syntax) {
    out_.problem = std::move(tokens.problem);
  }
  ParsedText run();

private:
  using Kind = Token::Kind;

  [[nodiscard]] const Token &now() const { return tokens_[i_]; }
  [[nodiscard]] bool isAtEnd() const { return now().kind == Kind::End; }
  bool take(char sign) {
    if (!now().isSign(sign))
      return false;
    ++i_;
    return true;
  }
  void fail(std::string problem) {
    if (out_.problem.empty())
      out_.problem = std::move(problem);
  }

  void parseStatement();
  void parseOperands(Statement &statement);
  std::optional<TextOperand> parseOperand();
  std::optional<TextOperand> parseAtt();
  std::optional<TextOperand> parseIntel();
  std::optional<TextOperand> parseArm();
  std::optional<TextOperand> parseAttMemory(MemoryText memory);
  std::optional<TextOperand> parseIntelMemory(MemoryText memory);
  std::optional<TextOperand> parseArmMemory();
  std::optional<std::int64_t> parseNumber();
  bool parsePart(AddressPart &part);

  std::vector<Token> tokens_;
  Syntax syntax_;
  std::size_t i_ = 0;
  std::vector<std::string> prefixes_; ///< of the statement that comes
  ParsedText out_;
};

/// A number with an optional sign.
std::optional<std::int64_t> Parser::parseNumber() {
  const bool isNegative = take('-');
  if (!isNegative)
    take('+');
  if (now().kind != Kind::Word)
    return std::nullopt;
  const std::optional<std::int64_t> value = numberIn(now().text);
  if (value)
    ++i_;
  // In two's complement, so that the smallest number is one as well.
  return value && isNegative ? static_cast<std::int64_t>(~static_cast<std::uint64_t>(*value) + 1)
                             : value;
}

bool Parser::parsePart(AddressPart &part) {
  if (now().kind == Kind::Reference) {
    part = now().reference;
    ++i_;
    return true;
  }
  if (syntax_ == Syntax::Att && !take('%'))
    return false;
  if (now().kind != Kind::Word)
    return false;
  part = RegisterName{now().text};
  ++i_;
  return true;
}

/// From the opening bracket on; there may be none after a segment and a displacement.
std::optional<TextOperand> Parser::parseAttMemory(MemoryText memory) {
  if (!take('('))
    return memory;
  if (!now().isSign(',') && !parsePart(memory.base))
    return std::nullopt;
  if (take(',')) {
    if (!parsePart(memory.index))
      return std::nullopt;
    if (take(',')) {
      const std::optional<std::int64_t> scale = parseNumber();
      if (!scale || (*scale != 1 && *scale != 2 && *scale != 4 && *scale != 8))
        return std::nullopt;
      memory.scale = static_cast<unsigned>(*scale);
    }
  }
  return take(')') ? std::optional<TextOperand>(memory) : std::nullopt;
}

std::optional<TextOperand> Parser::parseAtt() {
  if (now().kind == Kind::Reference) {
    const Reference reference = now().reference;
    ++i_;
    return reference;
  }
  if (take('$')) {
    // `$$${0:c}`: the operand without its own dollar sign.
    if (now().kind == Kind::Reference &&
        (now().reference.modifier == 'c' || now().reference.modifier == 'P')) {
      const Reference reference{now().reference.number, 0};
      ++i_;
      return reference;
    }
    const std::optional<std::int64_t> value = parseNumber();
    return value ? std::optional<TextOperand>(Number{*value}) : std::nullopt;
  }
  if (take('%')) {
    if (now().kind != Kind::Word)
      return std::nullopt;
    RegisterName name{now().text};
    ++i_;
    if (!take(':'))
      return name;
    MemoryText memory;
    memory.segment = name.name;
    if (!now().isSign('(')) {
      const std::optional<std::int64_t> displacement = parseNumber();
      if (!displacement)
        return std::nullopt;
      memory.displacement = *displacement;
    }
    return parseAttMemory(std::move(memory));
  }
  MemoryText memory;
  if (!now().isSign('(')) {
    const std::size_t begin = i_;
    const std::optional<std::int64_t> displacement = parseNumber();
    if (!displacement && i_ == begin && now().kind == Kind::Word)
      return Word{tokens_[i_++].text};
    if (!displacement || !now().isSign('('))
      return std::nullopt;
    memory.displacement = *displacement;
  }
  return parseAttMemory(std::move(memory));
}

std::optional<TextOperand> Parser::parseIntelMemory(MemoryText memory) {
  if (!take('[') || !parsePart(memory.base))
    return std::nullopt;
  if (now().isSign('+') || now().isSign('-')) {
    const std::optional<std::int64_t> displacement = parseNumber();
    if (!displacement)
      return std::nullopt;
    memory.displacement = *displacement;
  }
  return take(']') ? std::optional<TextOperand>(memory) : std::nullopt;
}

std::optional<TextOperand> Parser::parseIntel() {
  if (now().kind == Kind::Reference) {
    const Reference reference = now().reference;
    ++i_;
    return reference;
  }
  MemoryText memory;
  if (now().kind == Kind::Word && bitsOfSizeWord(now().text) != 0) {
    memory.bits = bitsOfSizeWord(now().text);
    ++i_;
    if (now().kind != Kind::Word || now().text != "ptr")
      return std::nullopt;
    ++i_;
    if (!now().isSign('['))
      return std::nullopt;
  }
  if (now().isSign('['))
    return parseIntelMemory(std::move(memory));
  const std::size_t begin = i_;
  if (const std::optional<std::int64_t> value = parseNumber())
    return Number{*value};
  if (i_ != begin || now().kind != Kind::Word)
    return std::nullopt;
  return RegisterName{tokens_[i_++].text};
}

std::optional<TextOperand> Parser::parseArmMemory() {
  MemoryText memory;
  if (!take('[') || !parsePart(memory.base))
    return std::nullopt;
  if (take(',')) {
    take('#');
    const std::optional<std::int64_t> displacement = parseNumber();
    if (!displacement)
      return std::nullopt;
    memory.displacement = *displacement;
  }
  // `[x0], #8` and `[x0, #8]!` also change the register.
  if (!take(']') || now().isSign('!') || now().isSign(','))
    return std::nullopt;
  return memory;
}

std::optional<TextOperand> Parser::parseArm() {
  if (now().kind == Kind::Reference) {
    const Reference reference = now().reference;
    ++i_;
    return reference;
  }
  if (now().isSign('['))
    return parseArmMemory();
  const bool isNumber = take('#');
  const std::size_t begin = i_;
  if (const std::optional<std::int64_t> value = parseNumber())
    return Number{*value};
  if (isNumber || i_ != begin || now().kind != Kind::Word)
    return std::nullopt;
  return Word{tokens_[i_++].text};
}

std::optional<TextOperand> Parser::parseOperand() {
  switch (syntax_) {
  case Syntax::Att:
    return parseAtt();
  case Syntax::Intel:
    return parseIntel();
  case Syntax::Arm64:
    return parseArm();
  }
  return std::nullopt;
}

void Parser::parseOperands(Statement &statement) {
  constexpr std::size_t most = 8;
  while (!isAtEnd()) {
    std::optional<TextOperand> operand = parseOperand();
    if (!operand || statement.operands.size() == most)
      return fail("an operand of '" + statement.mnemonic + "' is not understood");
    statement.operands.push_back(std::move(*operand));
    if (isAtEnd())
      break;
    if (!take(',') || isAtEnd())
      return fail("an operand of '" + statement.mnemonic + "' is not understood");
  }
  if (syntax_ == Syntax::Intel)
    std::reverse(statement.operands.begin(), statement.operands.end());
}

void Parser::parseStatement() {
  // Prefixes may have a statement of their own: `lock; addl $1, $0`.
  while (now().kind == Kind::Word && syntax_ != Syntax::Arm64 && isPrefix(now().text)) {
    prefixes_.push_back(now().text);
    ++i_;
  }
  if (isAtEnd())
    return;
  if (now().kind != Kind::Word)
    return fail("a statement does not begin with the name of an instruction");
  Statement statement;
  statement.mnemonic = now().text;
  ++i_;
  if (take(':')) {
    statement.label = std::move(statement.mnemonic);
    statement.mnemonic.clear();
    if (!prefixes_.empty())
      return fail("a label follows a prefix");
    out_.statements.push_back(std::move(statement));
    return isAtEnd() ? void() : parseStatement();
  }
  if (statement.mnemonic.starts_with("."))
    return fail("the directive '" + statement.mnemonic + "' is not followed");
  if (now().kind == Kind::Reference && now().isGlued) {
    if (now().reference.modifier != 'z')
      return fail("the name of an instruction depends on an operand");
    statement.suffixOf = now().reference.number;
    ++i_;
  }
  statement.prefixes = std::exchange(prefixes_, {});
  parseOperands(statement);
  out_.statements.push_back(std::move(statement));
}

ParsedText Parser::run() {
  while (i_ < tokens_.size() && out_.problem.empty()) {
    parseStatement();
    if (!out_.problem.empty())
      break;
    if (!isAtEnd()) {
      fail("a statement is not understood");
      break;
    }
    ++i_;
  }
  if (!prefixes_.empty())
    fail("a prefix is not followed by an instruction");
  if (!out_.problem.empty())
    out_.statements.clear();
  return std::move(out_);
}

} // namespace

ParsedText parseText(std::string_view text, Syntax syntax) {
  constexpr std::size_t mostBytes = 4096;
  if (text.size() > mostBytes)
    return {{}, "the text is long"};
  return Parser(tokensOf(text, syntax), syntax).run();
}

std::string shortText(std::string_view text) {
  constexpr std::size_t most = 60;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '$' && next == '$') {
      ++i; // `$$` is one dollar sign
    } else if (c == '$' && next == '{') {
      // Operands as in C: `${0:w}` is `%w0`.
      const std::size_t close = text.find('}', i);
      const std::size_t colon = text.find(':', i);
      const std::string_view inside =
          close == std::string_view::npos ? std::string_view() : text.substr(i + 2, close - i - 2);
      if (colon < close && close != std::string_view::npos && inside.size() <= 6) {
        out += '%';
        out += text.substr(colon + 1, close - colon - 1);
        out += text.substr(i + 2, colon - i - 2);
        i = close;
        continue;
      }
      c = '%';
    } else if (c == '$' && next >= '0' && next <= '9') {
      c = '%';
    }
    if (c == '\n')
      c = ';';
    const bool isSpace = c == ' ' || c == '\t' || c == '\r';
    if (isSpace && (out.empty() || out.back() == ' '))
      continue;
    if (c == ';' && !out.empty() && out.back() == ';')
      continue;
    out += isSpace ? ' ' : (static_cast<unsigned char>(c) < 32 || c == 127) ? '?' : c;
    if (out.size() > most)
      break;
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == ';'))
    out.pop_back();
  if (out.size() > most) {
    out.resize(most);
    // Not in the middle of a character of several bytes.
    while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0x80U) != 0)
      out.pop_back();
    out += " …";
  }
  return out;
}

} // namespace raceward::assembly
