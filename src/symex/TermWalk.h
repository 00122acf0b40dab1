// A search in the terms that a term is made of. Private to symex.
#pragma once

#include "raceward/smt/TermArena.h"

#include <unordered_set>
#include <vector>

namespace raceward {

/// The first one that is as wanted; invalid if there is none.
template <typename IsWanted> Term findIn(const TermArena &arena, Term term, IsWanted isWanted) {
  std::vector<Term> work{term};
  std::unordered_set<std::uint32_t> seen;
  while (!work.empty()) {
    const Term next = work.back();
    work.pop_back();
    if (!seen.insert(next.index()).second)
      continue;
    if (isWanted(next))
      return next;
    const TermNode &node = arena.node(next);
    for (const Term operand : {node.a, node.b, node.c})
      if (operand.valid())
        work.push_back(operand);
  }
  return {};
}

} // namespace raceward
