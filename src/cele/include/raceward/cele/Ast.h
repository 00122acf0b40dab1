// A parsed CELE program (docs/use/cele.md).
//
// All parts are in tables of one Source and refer to each other by id. Unrolling makes another
// Source without loops, whose parts refer to their origin in the text.
#pragma once

#include "raceward/base/Id.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace raceward::cele {

struct ExpressionTag;
using ExpressionId = Id<ExpressionTag>;
struct StatementTag;
using StatementId = Id<StatementTag>;
struct VariableTag;
using VariableId = Id<VariableTag>;

/// Position in the text; both count from 1.
struct Place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  auto operator<=>(const Place &) const = default;
};

/// Type of a value, or of the elements of an array.
enum class Type : std::uint8_t { Integer, Boolean };

struct Variable {
  std::string name;
  Type type = Type::Integer;
  /// Length of an array; zero for other variables.
  std::uint32_t length = 0;
  Place first; ///< where it is first named

  [[nodiscard]] bool isArray() const { return length != 0; }
};

enum class Operator : std::uint8_t {
  // of one operand
  Negate,
  Not,
  // of integers
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  // of two of one type
  Equal,
  NotEqual,
  // of Booleans; both operands are evaluated
  And,
  Or,
};
/// As written: "+", "&&" …
std::string_view toString(Operator op);

struct Expression {
  enum class Kind : std::uint8_t {
    Integer,  ///< number
    Boolean,  ///< number is 0 or 1
    Variable, ///< variable: a use of it
    Element,  ///< variable[left]: evaluates the index, then uses the element
    Input,    ///< read(number)
    Unary,    ///< op left
    Binary,   ///< left op right
  };
  Kind kind = Kind::Integer;
  Operator op = Operator::Add;
  std::int64_t number = 0;
  VariableId variable;
  ExpressionId left;
  ExpressionId right;
  Type type = Type::Integer;
  Place at; ///< of a binary expression: the operator; of any other: its first character
  /// The expression of the text that this is a copy of; itself if it is not a copy.
  ExpressionId origin;
};

/// An Input is a signed number of so many bits.
inline constexpr std::uint32_t kInputBits = 16;
/// "read(1)", of an Input.
std::string portWords(const Expression &input);

using Block = std::vector<StatementId>;

struct Statement {
  enum class Kind : std::uint8_t {
    Assign,        ///< variable = value
    AssignArray,   ///< variable = [elements]: evaluates them, then writes all in one step
    AssignElement, ///< variable[index] = value: index first
    Output,        ///< write(port, value)
    If,            ///< value; blocks: then, else (empty if it is left out)
    While,         ///< value; blocks: body
    Fork,          ///< blocks: one per thread, at least two; goes on when all have ended
    When,          ///< value: waits until it holds, evaluated in one step
    Skip,
    Assert, ///< value
    Cut,    ///< only after unrolling: the loop `origin` would continue here, and is not followed
  };
  Kind kind = Kind::Skip;
  VariableId variable;
  ExpressionId index;
  ExpressionId value;
  std::vector<ExpressionId> elements;
  std::int64_t port = 0;
  std::vector<Block> blocks;
  Place at;  ///< its first character
  Place end; ///< its last character before the `;`
  /// The statement of the text that this is a copy of; itself if it is not a copy.
  StatementId origin;
};

struct Comment {
  Place at;
  std::string text; ///< with its "//", without the end of the line
};

struct Source {
  std::string file;
  std::vector<Variable> variables; ///< in the order in which the text names them
  std::vector<Expression> expressions;
  std::vector<Statement> statements;
  Block body;
  std::vector<Comment> comments;

  [[nodiscard]] const Expression &at(ExpressionId id) const { return expressions[id.index()]; }
  [[nodiscard]] const Statement &at(StatementId id) const { return statements[id.index()]; }
  [[nodiscard]] const Variable &at(VariableId id) const { return variables[id.index()]; }
};

} // namespace raceward::cele
