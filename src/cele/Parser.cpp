// Recursive descent. A function that could not parse its part has reported an error and returns
// nothing; the statement around it then continues after its `;`, so that one mistake is reported
// once. The grammar is in docs/use/cele.md.
#include "Lexer.h"
#include "Types.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace raceward::cele {

namespace {

using Kind = Token::Kind;

constexpr int kWeakest = 1;

/// Operator precedence, as in C.
int strength(Operator op) {
  switch (op) {
  case Operator::Or:
    return kWeakest;
  case Operator::And:
    return 2;
  case Operator::Equal:
  case Operator::NotEqual:
    return 3;
  case Operator::Less:
  case Operator::LessEqual:
  case Operator::Greater:
  case Operator::GreaterEqual:
    return 4;
  case Operator::Add:
  case Operator::Subtract:
    return 5;
  case Operator::Multiply:
  case Operator::Divide:
  case Operator::Remainder:
    return 6;
  case Operator::Negate:
  case Operator::Not:
    break;
  }
  return 7;
}

std::string describe(const Token &token) {
  if (token.kind == Kind::End)
    return "the end of the file";
  // Shortened, as a name may be as long as the file.
  constexpr std::size_t kShown = 40;
  return "'" + std::string(token.text.substr(0, kShown)) +
         (token.text.size() > kShown ? "…'" : "'");
}

class Parser {
public:
  Parser(std::string file, Tokens tokens) : tokens_(std::move(tokens.tokens)) {
    out_.source.file = std::move(file);
    out_.source.comments = std::move(tokens.comments);
    out_.errors = std::move(tokens.errors);
  }

  Parsed run() {
    while (now().kind != Kind::End && !full()) {
      if (now().kind == Kind::CloseBrace) {
        report(now().at, "there is no '{' for this '}'");
        skip();
        accept(Kind::Semicolon);
        continue;
      }
      statementInto(out_.source.body);
    }
    return std::move(out_);
  }

private:
  using ExpressionOrNot = std::optional<ExpressionId>;

  // --- tokens ---

  [[nodiscard]] const Token &now() const { return tokens_[position_]; }
  [[nodiscard]] const Token &after() const {
    return tokens_[std::min(position_ + 1, tokens_.size() - 1)];
  }
  [[nodiscard]] const Token &before() const { return tokens_[position_ == 0 ? 0 : position_ - 1]; }
  void skip() {
    if (now().kind != Kind::End)
      ++position_;
  }
  bool accept(Kind kind) {
    if (now().kind != kind)
      return false;
    skip();
    return true;
  }
  bool expect(Kind kind, std::string_view sign, std::string_view where) {
    if (accept(kind))
      return true;
    unexpected("expected '" + std::string(sign) + "' " + std::string(where));
    return false;
  }

  // --- errors ---

  [[nodiscard]] bool full() const { return out_.errors.size() >= kMostErrors; }
  void report(Place at, std::string message, std::string hint = {}) {
    if (!full())
      out_.errors.push_back({at, std::move(message), std::move(hint)});
  }
  /// Reports that the current token is not `wanted`.
  void unexpected(const std::string &wanted, std::string hint = {}) {
    if (now().kind == Kind::Bad)
      return; // reported by the lexer
    if (now().kind == Kind::Assign && hint.empty())
      hint = "'==' compares, '=' assigns";
    report(now().at, wanted + ", found " + describe(now()), std::move(hint));
  }
  void tooDeep(Place at, std::string_view what) {
    report(at, std::string(what) + " nested deeper than " + std::to_string(kDeepestNesting));
  }

  /// Skips to after the next `;`, or before the `}` that ends this block.
  void recover() {
    std::size_t open = 0;
    for (; now().kind != Kind::End; skip()) {
      if (now().kind == Kind::OpenBrace)
        ++open;
      if (now().kind == Kind::CloseBrace && open-- == 0)
        return;
      if (now().kind == Kind::Semicolon && open == 0)
        return skip();
    }
  }

  // --- statements ---

  void statementInto(Block &block) {
    if (now().kind == Kind::Semicolon) {
      report(now().at, "a statement is missing here", "'skip;' does nothing");
      skip();
      return;
    }
    // A statement precedes its parts in the table.
    const StatementId id(out_.source.statements.size());
    out_.source.statements.emplace_back();
    Statement statement;
    statement.at = now().at;
    statement.origin = id;
    const bool read = this->statement(statement);
    statement.end = before().last();
    out_.source.statements[id.index()] = std::move(statement);
    block.push_back(id);
    if (!read)
      return recover();
    if (accept(Kind::Semicolon))
      return;
    Place behind = before().last();
    ++behind.column;
    if (now().kind != Kind::Bad)
      report(behind, "expected ';' after this statement",
             before().kind == Kind::CloseBrace ? "also a block is followed by ';'" : "");
    if (!startsStatement())
      recover();
  }

  [[nodiscard]] bool startsStatement() const {
    switch (now().kind) {
    case Kind::Name:
    case Kind::Assert:
    case Kind::Fork:
    case Kind::If:
    case Kind::Skip:
    case Kind::When:
    case Kind::While:
    case Kind::Write:
    case Kind::CloseBrace:
    case Kind::End:
      return true;
    default:
      return false;
    }
  }

  bool statement(Statement &into) {
    switch (now().kind) {
    case Kind::Name:
      return assignmentOrTypo(into);
    case Kind::Assert:
    case Kind::Fork:
    case Kind::If:
    case Kind::Skip:
    case Kind::When:
    case Kind::While:
    case Kind::Write: {
      const Kind kind = now().kind;
      skip();
      return statementOf(kind, into);
    }
    case Kind::Else:
      unexpected("expected a statement", "no ';' stands between '}' and 'else'");
      return false;
    case Kind::And:
      unexpected("expected a statement", "no ';' stands between '}' and 'and'");
      return false;
    default:
      unexpected("expected a statement");
      return false;
    }
  }

  bool statementOf(Kind keyword, Statement &into) {
    switch (keyword) {
    case Kind::Assert:
      into.kind = Statement::Kind::Assert;
      return condition(into, "assert");
    case Kind::When:
      into.kind = Statement::Kind::When;
      return condition(into, "when");
    case Kind::While:
      into.kind = Statement::Kind::While;
      return condition(into, "while") && block(into);
    case Kind::If:
      into.kind = Statement::Kind::If;
      return condition(into, "if") && block(into) && elseBlock(into);
    case Kind::Fork:
      into.kind = Statement::Kind::Fork;
      return threads(into);
    case Kind::Write:
      into.kind = Statement::Kind::Output;
      return output(into);
    default:
      into.kind = Statement::Kind::Skip;
      return true;
    }
  }

  /// A leading name: `a = …`, `a[…] = …`, or a misspelt keyword.
  bool assignmentOrTypo(Statement &into) {
    const Token name = now();
    const Kind next = after().kind;
    if (next == Kind::Assign || next == Kind::OpenBracket) {
      skip();
      into.variable = variable(name);
      return next == Kind::Assign ? assignment(into) : elementAssignment(into);
    }
    if (next == Kind::Bad) {
      skip();
      return false;
    }
    const std::optional<std::string> meant =
        name.text.size() <= 10 ? closestMatch(name.text, keywords()) : std::nullopt;
    const Kind keyword = meant ? kindOfWord(*meant) : Kind::Name;
    const bool fits = next == Kind::OpenParenthesis
                          ? keyword == Kind::If || keyword == Kind::While ||
                                keyword == Kind::When || keyword == Kind::Assert ||
                                keyword == Kind::Write
                          : (next == Kind::OpenBrace && keyword == Kind::Fork) ||
                                (next == Kind::Semicolon && keyword == Kind::Skip);
    if (fits) {
      report(name.at, "there is no statement " + describe(name), "did you mean '" + *meant + "'?");
      skip();
      return statementOf(keyword, into);
    }
    if (next == Kind::OpenParenthesis) {
      report(name.at, "there is no statement " + describe(name),
             "statements that take parentheses: if, while, when, assert, write");
      return false;
    }
    skip();
    unexpected("expected '=' after " + describe(name));
    return false;
  }

  bool assignment(Statement &into) {
    skip(); // the '='
    if (now().kind == Kind::OpenBracket) {
      into.kind = Statement::Kind::AssignArray;
      return arrayLiteral(into);
    }
    into.kind = Statement::Kind::Assign;
    return valueOf(into);
  }

  bool arrayLiteral(Statement &into) {
    const Place at = now().at;
    skip();
    if (now().kind == Kind::CloseBracket) {
      report(at, "an array has at least one element");
      return false;
    }
    do {
      const ExpressionOrNot element = expression();
      if (!element)
        return false;
      into.elements.push_back(*element);
    } while (accept(Kind::Comma));
    return expect(Kind::CloseBracket, "]", "after the elements");
  }

  bool elementAssignment(Statement &into) {
    into.kind = Statement::Kind::AssignElement;
    const ExpressionOrNot index = this->index();
    if (!index)
      return false;
    into.index = *index;
    return expect(Kind::Assign, "=", "after the element") && valueOf(into);
  }

  bool valueOf(Statement &into) {
    const ExpressionOrNot value = expression();
    if (value)
      into.value = *value;
    return value.has_value();
  }

  bool condition(Statement &into, std::string_view keyword) {
    return expect(Kind::OpenParenthesis, "(", "after '" + std::string(keyword) + "'") &&
           valueOf(into) && expect(Kind::CloseParenthesis, ")", "after the condition");
  }

  bool output(Statement &into) {
    return expect(Kind::OpenParenthesis, "(", "after 'write'") && port(into.port) &&
           expect(Kind::Comma, ",", "after the port") && valueOf(into) &&
           expect(Kind::CloseParenthesis, ")", "after the value");
  }

  bool port(std::int64_t &into) {
    into = now().number;
    if (accept(Kind::Integer))
      return true;
    unexpected("expected the number of a port");
    return false;
  }

  bool elseBlock(Statement &into) {
    into.blocks.resize(2);
    if (!accept(Kind::Else))
      return true;
    if (now().kind == Kind::If) {
      report(now().at, "expected '{' after 'else', found 'if'",
             "write 'else { if (…) { … }; }' for another condition");
      return false;
    }
    return block(into, 1);
  }

  bool threads(Statement &into) {
    do {
      if (!block(into, into.blocks.size()))
        return false;
    } while (accept(Kind::And));
    if (into.blocks.size() >= 2)
      return true;
    if (now().kind == Kind::Semicolon) {
      report(into.at, "a fork has at least two threads", "'fork { … } and { … };'");
      return true;
    }
    unexpected("expected 'and' after the first thread of a fork");
    return false;
  }

  bool block(Statement &into, std::size_t number = 0) {
    if (into.blocks.size() <= number)
      into.blocks.resize(number + 1);
    const Place at = now().at;
    if (!expect(Kind::OpenBrace, "{", "in front of a block"))
      return false;
    if (blockDepth_ == kDeepestNesting) {
      tooDeep(at, "blocks");
      // so that recover() sees the whole block
      --position_;
      return false;
    }
    ++blockDepth_;
    while (now().kind != Kind::CloseBrace && now().kind != Kind::End && !full())
      statementInto(into.blocks[number]);
    --blockDepth_;
    if (accept(Kind::CloseBrace))
      return true;
    // One report is enough, however many blocks are open.
    if (!std::exchange(blockIsOpen_, true))
      report(at, "there is no '}' for this '{'");
    return false;
  }

  // --- expressions ---

  VariableId variable(const Token &name) {
    const auto [entry, isNew] =
        variables_.try_emplace(name.text, VariableId(out_.source.variables.size()));
    if (isNew) {
      Variable added;
      added.name = name.text;
      added.first = name.at;
      out_.source.variables.push_back(std::move(added));
    }
    return entry->second;
  }

  ExpressionOrNot add(Expression expression, std::uint32_t height) {
    if (height > kDeepestNesting) {
      tooDeep(expression.at, "an expression");
      return std::nullopt;
    }
    const ExpressionId id(out_.source.expressions.size());
    expression.origin = id;
    out_.source.expressions.push_back(expression);
    heights_.push_back(height);
    return id;
  }
  [[nodiscard]] std::uint32_t height(ExpressionId id) const { return heights_[id.index()]; }

  ExpressionOrNot expression() { return binary(kWeakest); }

  ExpressionOrNot binary(int weakest) {
    ExpressionOrNot left = unary();
    while (left && now().kind == Kind::Operator && strength(now().op) >= weakest) {
      const Token sign = now();
      skip();
      const ExpressionOrNot right = binary(strength(sign.op) + 1);
      if (!right)
        return std::nullopt;
      Expression both;
      both.kind = Expression::Kind::Binary;
      both.op = sign.op;
      both.left = *left;
      both.right = *right;
      both.at = sign.at;
      left = add(both, 1 + std::max(height(*left), height(*right)));
    }
    return left;
  }

  /// A subexpression one level deeper, parsed by `part`.
  template <typename Part> ExpressionOrNot deeper(Part part) {
    if (expressionDepth_ == kDeepestNesting) {
      tooDeep(now().at, "an expression");
      return std::nullopt;
    }
    ++expressionDepth_;
    const ExpressionOrNot result = part();
    --expressionDepth_;
    return result;
  }

  ExpressionOrNot unary() {
    const Token sign = now();
    const bool minus = sign.kind == Kind::Operator && sign.op == Operator::Subtract;
    if (!minus && sign.kind != Kind::Bang)
      return primary();
    skip();
    const ExpressionOrNot operand = deeper([&] { return unary(); });
    if (!operand)
      return std::nullopt;
    Expression result;
    result.kind = Expression::Kind::Unary;
    result.op = minus ? Operator::Negate : Operator::Not;
    result.left = *operand;
    result.at = sign.at;
    return add(result, 1 + height(*operand));
  }

  ExpressionOrNot primary() {
    const Token token = now();
    Expression result;
    result.at = token.at;
    switch (token.kind) {
    case Kind::Integer:
      skip();
      result.number = token.number;
      return add(result, 0);
    case Kind::True:
    case Kind::False:
      skip();
      result.kind = Expression::Kind::Boolean;
      result.number = token.kind == Kind::True ? 1 : 0;
      return add(result, 0);
    case Kind::Read:
      skip();
      result.kind = Expression::Kind::Input;
      if (!expect(Kind::OpenParenthesis, "(", "after 'read'") || !port(result.number) ||
          !expect(Kind::CloseParenthesis, ")", "after the port"))
        return std::nullopt;
      return add(result, 0);
    case Kind::Name:
      return use(result);
    case Kind::OpenParenthesis:
      return parenthesised();
    default:
      return noExpression();
    }
  }

  ExpressionOrNot noExpression() {
    if (now().kind == Kind::OpenBracket)
      unexpected("expected an expression", "an array can only be assigned: a = [ … ];");
    else
      unexpected("expected an expression");
    return std::nullopt;
  }

  ExpressionOrNot parenthesised() {
    skip();
    const ExpressionOrNot inner = deeper([&] { return expression(); });
    if (!inner || !expect(Kind::CloseParenthesis, ")", "after this expression"))
      return std::nullopt;
    // Parentheses leave no trace but count as nesting.
    const std::uint32_t height = ++heights_[inner->index()];
    if (height <= kDeepestNesting)
      return inner;
    tooDeep(out_.source.at(*inner).at, "an expression");
    return std::nullopt;
  }

  ExpressionOrNot use(Expression result) {
    const Token name = now();
    skip();
    if (now().kind == Kind::OpenParenthesis) {
      report(name.at, "there are no functions but 'read'");
      return std::nullopt;
    }
    result.kind = Expression::Kind::Variable;
    result.variable = variable(name);
    if (now().kind != Kind::OpenBracket)
      return add(result, 0);
    const ExpressionOrNot index = this->index();
    if (!index)
      return std::nullopt;
    result.kind = Expression::Kind::Element;
    result.left = *index;
    return add(result, 1 + height(*index));
  }

  ExpressionOrNot index() {
    skip(); // the '['
    const ExpressionOrNot index = deeper([&] { return expression(); });
    if (!index || !expect(Kind::CloseBracket, "]", "after the index"))
      return std::nullopt;
    return index;
  }

  std::vector<Token> tokens_;
  std::size_t position_ = 0;
  Parsed out_;
  std::map<std::string_view, VariableId> variables_;
  std::vector<std::uint32_t> heights_; ///< by expression
  std::uint32_t blockDepth_ = 0;
  std::uint32_t expressionDepth_ = 0;
  bool blockIsOpen_ = false; ///< at the end of the text
};

} // namespace

Parsed parse(std::string file, std::string_view text) {
  Tokens tokens = tokenize(text);
  if (tokens.errors.size() >= kMostErrors || text.size() > kLargestText)
    return {{}, std::move(tokens.errors)};
  Parsed parsed = Parser(std::move(file), std::move(tokens)).run();
  if (parsed.ok())
    parsed.errors = inferTypes(parsed.source);
  std::sort(parsed.errors.begin(), parsed.errors.end(),
            [](const Diagnostic &a, const Diagnostic &b) {
              return std::tie(a.at, a.message) < std::tie(b.at, b.message);
            });
  if (parsed.errors.size() > kMostErrors)
    parsed.errors.resize(kMostErrors);
  return parsed;
}

} // namespace raceward::cele
