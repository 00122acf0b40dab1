#include "AddressParts.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace raceward {

Term AddressParts::termOf(TermArena &arena, const Part &part) {
  const Term term = arena.variable(
      "address." + std::to_string(part.address) + "." + std::to_string(part.byte), Sort::bits(8));
  parts_.try_emplace(term.index(), part);
  return term;
}

const AddressParts::Part *AddressParts::find(Term term) const {
  const auto at = parts_.find(term.index());
  return at == parts_.end() ? nullptr : &at->second;
}

bool AddressParts::matterFor(const TermArena &arena, Term term) const {
  if (parts_.empty()) // in nearly all programs
    return false;
  std::vector<Term> work{term};
  std::unordered_set<std::uint32_t> seen;
  while (!work.empty()) {
    const Term next = work.back();
    work.pop_back();
    if (!seen.insert(next.index()).second)
      continue;
    if (find(next) != nullptr)
      return true;
    const TermNode &node = arena.node(next);
    for (const Term operand : {node.a, node.b, node.c})
      if (operand.valid())
        work.push_back(operand);
  }
  return false;
}

} // namespace raceward
