#include "Types.h"

#include <optional>
#include <utility>

namespace raceward::cele {

namespace {

std::string nameOf(Type type) {
  return type == Type::Integer ? "an integer" : "a Boolean";
}

std::string described(Place at) {
  return "line " + std::to_string(at.line) + ", column " + std::to_string(at.column);
}

/// Type inference by unification: variables that must have one type form a class (`a = b`, `a ==
/// b`). The type of a class is known once one of its members meets something of a known type.
class Inference {
public:
  explicit Inference(Source &source)
      : source_(source), parents_(source.variables.size()), known_(source.variables.size()) {
    for (std::size_t i = 0; i < parents_.size(); ++i)
      parents_[i] = i;
  }

  std::vector<Diagnostic> run() {
    findArrays();
    block(source_.body);
    for (std::size_t i = 0; i < parents_.size(); ++i)
      if (const Known &known = known_[root(i)])
        source_.variables[i].type = known->type;
    // Parts precede the whole in the table.
    for (Expression &expression : source_.expressions)
      expression.type = finalType(expression);
    return std::move(errors_);
  }

private:
  struct Reason {
    Type type;
    Place at; ///< position of the evidence
  };
  using Known = std::optional<Reason>;
  /// The type of an expression: a type, or that of a variable.
  struct TypeOrVariable {
    Known known;
    VariableId variable;
  };

  void report(Place at, std::string message, std::string hint = {}) {
    errors_.push_back({at, std::move(message), std::move(hint)});
  }

  std::size_t root(std::size_t variable) {
    while (parents_[variable] != variable) {
      parents_[variable] = parents_[parents_[variable]];
      variable = parents_[variable];
    }
    return variable;
  }

  // --- arrays ---

  void findArrays() {
    for (const Statement &statement : source_.statements) {
      if (statement.kind != Statement::Kind::AssignArray)
        continue;
      Variable &variable = source_.variables[statement.variable.index()];
      const auto length = static_cast<std::uint32_t>(statement.elements.size());
      if (variable.length == 0)
        variable.length = length;
      else if (variable.length != length)
        report(statement.at,
               "'" + variable.name + "' is an array of " + std::to_string(variable.length) +
                   ", but gets " + std::to_string(length) + " elements here",
               "all arrays that are assigned to one variable have the same length");
    }
  }

  void mustBeArray(VariableId id, Place at) {
    const Variable &variable = source_.at(id);
    if (!variable.isArray())
      report(at, "'" + variable.name + "' is not an array",
             "a variable becomes an array by being assigned one: " + variable.name + " = [ … ];");
  }
  void mustBeNoArray(VariableId id, Place at) {
    const Variable &variable = source_.at(id);
    if (variable.isArray())
      report(at, "'" + variable.name + "' is an array, and only its elements are values",
             "an element: " + variable.name + "[…]");
  }

  // --- types ---

  Known typeOf(const TypeOrVariable &of) {
    return of.variable.valid() ? known_[root(of.variable.index())] : of.known;
  }

  std::string reason(const TypeOrVariable &of) {
    if (!of.variable.valid())
      return {};
    const Known known = typeOf(of);
    return "'" + source_.at(of.variable).name + "' is " + nameOf(known->type) + " because of " +
           described(known->at);
  }

  void require(const TypeOrVariable &what, Type type, Place at, const std::string &who) {
    const Known known = typeOf(what);
    if (!known && what.variable.valid()) {
      known_[root(what.variable.index())] = Reason{type, at};
      return;
    }
    if (known && known->type != type)
      report(at, who + " needs " + nameOf(type) + ", but this is " + nameOf(known->type),
             reason(what));
  }

  /// `at` is the position of `right`.
  void requireSame(const TypeOrVariable &left, const TypeOrVariable &right, Place at,
                   const std::string &who) {
    const Known a = typeOf(left);
    const Known b = typeOf(right);
    if (a && b) {
      if (a->type == b->type)
        return;
      const std::string why = reason(left);
      report(at,
             who + " needs two of one type, but here are " + nameOf(a->type) + " and " +
                 nameOf(b->type),
             why.empty() ? reason(right) : why);
    } else if (left.variable.valid() && right.variable.valid()) {
      const std::size_t to = root(left.variable.index());
      parents_[root(right.variable.index())] = to;
      if (b)
        known_[to] = b;
    } else if (left.variable.valid()) {
      known_[root(left.variable.index())] = b;
    } else {
      known_[root(right.variable.index())] = a;
    }
  }

  static TypeOrVariable plain(Type type, Place at) { return {Reason{type, at}, {}}; }

  // Recursion as deep as the expression, which the parser limits.
  TypeOrVariable expression(ExpressionId id) {
    const Expression &it = source_.at(id);
    switch (it.kind) {
    case Expression::Kind::Integer:
    case Expression::Kind::Input:
      break;
    case Expression::Kind::Boolean:
      return plain(Type::Boolean, it.at);
    case Expression::Kind::Variable:
      mustBeNoArray(it.variable, it.at);
      return {{}, it.variable};
    case Expression::Kind::Element:
      index(it.left);
      mustBeArray(it.variable, it.at);
      return {{}, it.variable};
    case Expression::Kind::Unary:
      return unary(it);
    case Expression::Kind::Binary:
      return binary(it);
    }
    return plain(Type::Integer, it.at);
  }

  void index(ExpressionId id) {
    require(expression(id), Type::Integer, source_.at(id).at, "an index");
  }

  TypeOrVariable unary(const Expression &it) {
    const Type type = it.op == Operator::Not ? Type::Boolean : Type::Integer;
    require(expression(it.left), type, source_.at(it.left).at, sign(it.op));
    return plain(type, it.at);
  }

  TypeOrVariable binary(const Expression &it) {
    const TypeOrVariable left = expression(it.left);
    const TypeOrVariable right = expression(it.right);
    if (it.op == Operator::Equal || it.op == Operator::NotEqual) {
      requireSame(left, right, it.at, sign(it.op));
      return plain(Type::Boolean, it.at);
    }
    const bool logical = it.op == Operator::And || it.op == Operator::Or;
    const Type operand = logical ? Type::Boolean : Type::Integer;
    require(left, operand, source_.at(it.left).at, sign(it.op));
    require(right, operand, source_.at(it.right).at, sign(it.op));
    return plain(resultOf(it.op), it.at);
  }

  static std::string sign(Operator op) { return "'" + std::string(toString(op)) + "'"; }

  static Type resultOf(Operator op) {
    switch (op) {
    case Operator::Negate:
    case Operator::Add:
    case Operator::Subtract:
    case Operator::Multiply:
    case Operator::Divide:
    case Operator::Remainder:
      return Type::Integer;
    default:
      return Type::Boolean;
    }
  }

  [[nodiscard]] Type finalType(const Expression &it) const {
    switch (it.kind) {
    case Expression::Kind::Integer:
    case Expression::Kind::Input:
      return Type::Integer;
    case Expression::Kind::Boolean:
      return Type::Boolean;
    case Expression::Kind::Variable:
    case Expression::Kind::Element:
      return source_.at(it.variable).type;
    case Expression::Kind::Unary:
    case Expression::Kind::Binary:
      return resultOf(it.op);
    }
    return Type::Integer;
  }

  // Recursion as deep as the blocks, which the parser limits.
  void block(const Block &block) {
    for (const StatementId id : block)
      statement(source_.at(id));
  }

  void statement(const Statement &it) {
    const TypeOrVariable target{{}, it.variable};
    switch (it.kind) {
    case Statement::Kind::Assign:
      mustBeNoArray(it.variable, it.at);
      assigned(target, it.value);
      break;
    case Statement::Kind::AssignArray:
      for (const ExpressionId element : it.elements)
        assigned(target, element);
      break;
    case Statement::Kind::AssignElement:
      mustBeArray(it.variable, it.at);
      index(it.index);
      assigned(target, it.value);
      break;
    case Statement::Kind::Output:
      // A port accepts either type.
      expression(it.value);
      break;
    case Statement::Kind::If:
    case Statement::Kind::While:
    case Statement::Kind::When:
    case Statement::Kind::Assert:
      require(expression(it.value), Type::Boolean, source_.at(it.value).at, "a condition");
      break;
    case Statement::Kind::Fork:
    case Statement::Kind::Skip:
    case Statement::Kind::Cut:
      break;
    }
    for (const Block &inner : it.blocks)
      block(inner);
  }

  void assigned(const TypeOrVariable &target, ExpressionId value) {
    const TypeOrVariable type = expression(value);
    requireSame(target, type, source_.at(value).at, "an assignment");
  }

  Source &source_;
  std::vector<std::size_t> parents_;
  std::vector<Known> known_; ///< by the root of a class
  std::vector<Diagnostic> errors_;
};

} // namespace

std::vector<Diagnostic> inferTypes(Source &source) {
  return Inference(source).run();
}

} // namespace raceward::cele
