#include "raceward/smt/Support.h"

#include "raceward/smt/Traversal.h"

#include <algorithm>
#include <unordered_set>

namespace raceward {

const Support::Entry &Support::of(Term term) {
  const auto found = known_.find(term);
  if (found != known_.end())
    return found->second;
  Entry entry;
  std::unordered_set<Term> seen;
  visitPostOrder(
      arena_, term, [&](Term t) { return seen.contains(t); },
      [&](Term t) {
        seen.insert(t);
        if (arena_.kind(t) == TermKind::Variable)
          entry.variables.push_back(t);
        else if (arena_.kind(t) == TermKind::Select)
          entry.reads.push_back(t);
      });
  std::sort(entry.variables.begin(), entry.variables.end());
  std::sort(entry.reads.begin(), entry.reads.end());
  return known_.emplace(term, std::move(entry)).first->second;
}

std::vector<Term> arrayVariables(const TermArena &arena, Term array) {
  std::vector<Term> variables;
  std::vector<Term> todo{array};
  std::unordered_set<Term> seen;
  while (!todo.empty()) {
    const Term term = todo.back();
    todo.pop_back();
    if (!seen.insert(term).second)
      continue;
    const TermNode &n = arena.node(term);
    if (n.kind == TermKind::Variable) {
      variables.push_back(term);
    } else if (n.kind == TermKind::Store) {
      todo.push_back(n.a);
    } else if (n.kind == TermKind::Ite) {
      todo.push_back(n.b);
      todo.push_back(n.c);
    }
  }
  std::sort(variables.begin(), variables.end());
  return variables;
}

} // namespace raceward
