#include "ShowNames.h"

namespace raceward::cele {

namespace {

int precedence(const Expression &expression) {
  if (expression.kind == Expression::Kind::Unary)
    return 7;
  if (expression.kind != Expression::Kind::Binary)
    return 8;
  switch (expression.op) {
  case Operator::Multiply:
  case Operator::Divide:
  case Operator::Remainder:
    return 6;
  case Operator::Add:
  case Operator::Subtract:
    return 5;
  case Operator::Less:
  case Operator::LessEqual:
  case Operator::Greater:
  case Operator::GreaterEqual:
    return 4;
  case Operator::Equal:
  case Operator::NotEqual:
    return 3;
  case Operator::And:
    return 2;
  default:
    return 1;
  }
}

std::string nameOf(const Source &source, VariableId variable) {
  return source.at(variable).name;
}

} // namespace

ShowNames plainNames(const Source &source) {
  return {[&source](ExpressionId use) { return nameOf(source, source.at(use).variable); },
          [&source](StatementId write) { return nameOf(source, source.at(write).variable); },
          {}};
}

std::string versionName(const Source &source, const Ssa &ssa, VersionId version) {
  return nameOf(source, ssa.at(version).variable) + "_" + std::to_string(ssa.at(version).number);
}

ShowNames versionNames(const Source &source, const Ssa &ssa) {
  return {[&](ExpressionId use) { return versionName(source, ssa, ssa.ofUse[use.index()]); },
          [&](StatementId write) { return versionName(source, ssa, ssa.ofWrite[write.index()]); },
          [&](StatementId write) {
            return versionName(source, ssa, ssa.at(ssa.ofWrite[write.index()]).arguments.front());
          }};
}

std::string piName(const Source &source, const Cssa &cssa, std::uint32_t pi) {
  return nameOf(source, cssa.pis[pi].variable) + "π" + std::to_string(pi + 1);
}

ShowNames piNames(const Source &source, const Cssa &cssa) {
  ShowNames names = versionNames(source, cssa.ssa);
  names.use = [&source, &cssa](ExpressionId use) {
    const std::uint32_t pi = cssa.ofUse[use.index()];
    return pi == Cssa::kNoPi ? versionName(source, cssa.ssa, cssa.ssa.ofUse[use.index()])
                             : piName(source, cssa, pi);
  };
  return names;
}

std::string showExpression(const Source &source, ExpressionId id, const ShowNames &names) {
  const Expression &it = source.at(id);
  const auto operand = [&](ExpressionId part, bool needsMore) {
    const std::string text = showExpression(source, part, names);
    const int inner = precedence(source.at(part));
    return inner < precedence(it) || (needsMore && inner == precedence(it)) ? "(" + text + ")"
                                                                            : text;
  };
  switch (it.kind) {
  case Expression::Kind::Integer:
    return std::to_string(it.number);
  case Expression::Kind::Boolean:
    return it.number != 0 ? "true" : "false";
  case Expression::Kind::Variable:
    return names.use(id);
  case Expression::Kind::Element:
    return names.use(id) + "[" + showExpression(source, it.left, names) + "]";
  case Expression::Kind::Input:
    return portWords(it);
  case Expression::Kind::Unary:
    return std::string(toString(it.op)) + operand(it.left, true);
  case Expression::Kind::Binary:
    return operand(it.left, false) + " " + std::string(toString(it.op)) + " " +
           operand(it.right, true);
  }
  return {};
}

std::string showStatement(const Source &source, StatementId id, const ShowNames &names) {
  const Statement &it = source.at(id);
  const auto value = [&] { return showExpression(source, it.value, names); };
  switch (it.kind) {
  case Statement::Kind::Assign:
    return names.write(id) + " = " + value();
  case Statement::Kind::AssignArray: {
    std::string elements;
    for (const ExpressionId element : it.elements)
      elements += (elements.empty() ? "" : ", ") + showExpression(source, element, names);
    return names.write(id) + " = [" + elements + "]";
  }
  case Statement::Kind::AssignElement: {
    const std::string index = "[" + showExpression(source, it.index, names) + "]";
    return names.before
               ? names.write(id) + " = " + names.before(id) + " but " + index + " = " + value()
               : names.write(id) + index + " = " + value();
  }
  case Statement::Kind::Output:
    return "write(" + std::to_string(it.port) + ", " + value() + ")";
  case Statement::Kind::If:
    return "if (" + value() + ")";
  case Statement::Kind::While:
    return "while (" + value() + ")";
  case Statement::Kind::Fork:
    return "fork";
  case Statement::Kind::When:
    return "when (" + value() + ")";
  case Statement::Kind::Skip:
    return "skip";
  case Statement::Kind::Assert:
    return "assert(" + value() + ")";
  case Statement::Kind::Cut:
    return "cut: the loop of line " + std::to_string(it.at.line) + " would go on";
  }
  return {};
}

std::string showUse(const Source &source, ExpressionId use) {
  const Expression &it = source.at(use);
  return nameOf(source, it.variable) + " at " + std::to_string(it.at.line) + ":" +
         std::to_string(it.at.column);
}

} // namespace raceward::cele
