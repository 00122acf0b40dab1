// The parts of statements and expressions in evaluation order.
#pragma once

#include "raceward/cele/Ast.h"

#include <vector>

namespace raceward::cele {

inline bool isUse(const Expression &expression) {
  return expression.kind == Expression::Kind::Variable ||
         expression.kind == Expression::Kind::Element;
}

inline bool isWrite(const Statement &statement) {
  return statement.kind == Statement::Kind::Assign ||
         statement.kind == Statement::Kind::AssignArray ||
         statement.kind == Statement::Kind::AssignElement;
}

/// Expressions that a statement evaluates itself; not those of its blocks.
inline std::vector<ExpressionId> evaluated(const Statement &statement) {
  std::vector<ExpressionId> parts;
  for (const ExpressionId part : {statement.index, statement.value})
    if (part.valid())
      parts.push_back(part);
  parts.insert(parts.end(), statement.elements.begin(), statement.elements.end());
  return parts;
}

/// Calls `visit` for each expression, operands first. Recursion as deep as the parser allows.
template <typename Visit>
void visitEvaluated(const Source &source, ExpressionId id, const Visit &visit) {
  const Expression &expression = source.at(id);
  if (expression.left.valid())
    visitEvaluated(source, expression.left, visit);
  if (expression.right.valid())
    visitEvaluated(source, expression.right, visit);
  visit(id);
}

template <typename Visit>
void visitUses(const Source &source, const Statement &statement, const Visit &visit) {
  for (const ExpressionId part : evaluated(statement))
    visitEvaluated(source, part, [&](ExpressionId id) {
      if (isUse(source.at(id)))
        visit(id);
    });
}

} // namespace raceward::cele
