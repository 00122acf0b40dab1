#include "AddressParts.h"

#include "TermWalk.h"

#include <string>

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
  return findIn(arena, term, [&](Term part) { return find(part) != nullptr; }).valid();
}

} // namespace raceward
