#include "Arithmetic.h"

namespace raceward::cele {

namespace {

/// `result` is a reference: it is assigned only when `overflow` was evaluated.
Applied checked(bool overflow, const Number &result) {
  return overflow ? Applied{Applied::Kind::Overflow, 0} : Applied{Applied::Kind::Value, result};
}

Applied holds(bool value) {
  return {Applied::Kind::Value, value ? 1 : 0};
}

} // namespace

Applied apply(Operator op, Number operand) {
  if (op == Operator::Not)
    return holds(operand == 0);
  return apply(Operator::Subtract, 0, operand);
}

Applied apply(Operator op, Number left, Number right) {
  Number result = 0;
  switch (op) {
  case Operator::Add:
    return checked(__builtin_add_overflow(left, right, &result), result);
  case Operator::Subtract:
    return checked(__builtin_sub_overflow(left, right, &result), result);
  case Operator::Multiply:
    return checked(__builtin_mul_overflow(left, right, &result), result);
  case Operator::Divide:
    if (right == 0)
      return {Applied::Kind::DivisionByZero, 0};
    return right == -1 ? apply(Operator::Negate, left)
                       : Applied{Applied::Kind::Value, left / right};
  case Operator::Remainder:
    if (right == 0)
      return {Applied::Kind::DivisionByZero, 0};
    return {Applied::Kind::Value, right == -1 ? 0 : left % right};
  case Operator::Less:
    return holds(left < right);
  case Operator::LessEqual:
    return holds(left <= right);
  case Operator::Greater:
    return holds(left > right);
  case Operator::GreaterEqual:
    return holds(left >= right);
  case Operator::Equal:
    return holds(left == right);
  case Operator::NotEqual:
    return holds(left != right);
  case Operator::And:
    return holds(left != 0 && right != 0);
  case Operator::Or:
    return holds(left != 0 || right != 0);
  case Operator::Negate:
  case Operator::Not:
    break;
  }
  return {};
}

} // namespace raceward::cele
