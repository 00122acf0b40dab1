// Post-order traversal, each term once, without recursion: terms get as deep as loops of the
// program are long.
#pragma once

#include "raceward/smt/TermArena.h"

#include <utility>
#include <vector>

namespace raceward {

/// Calls visit(term) for every term under `root` that is not isDone(term), operands first. visit
/// must make isDone true for its term.
template <typename IsDone, typename Visit>
void visitPostOrder(const TermArena &arena, Term root, IsDone isDone, Visit visit) {
  if (isDone(root))
    return;
  std::vector<std::pair<Term, bool>> stack{{root, false}};
  while (!stack.empty()) {
    const auto [term, operandsDone] = stack.back();
    if (isDone(term)) {
      stack.pop_back();
      continue;
    }
    if (operandsDone) {
      stack.pop_back();
      visit(term);
      continue;
    }
    stack.back().second = true;
    const TermNode &node = arena.node(term);
    for (const Term operand : {node.c, node.b, node.a})
      if (operand.valid() && !isDone(operand))
        stack.emplace_back(operand, false);
  }
}

} // namespace raceward
