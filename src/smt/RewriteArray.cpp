// Arrays: reads over stores.
#include "raceward/base/Check.h"
#include "raceward/smt/TermArena.h"

namespace raceward {

Term TermArena::constArray(std::uint32_t indexWidth, Term element) {
  RW_CHECK(sort(element).isBits() && indexWidth > 0);
  return make(TermKind::ConstArray, Sort::array(indexWidth, width(element)), element);
}

Term TermArena::select(Term array, Term index) {
  RW_CHECK(sort(array).isArray() && sort(index) == Sort::bits(sort(array).indexWidth()));
  const Sort element = Sort::bits(sort(array).width());
  // A loop, not recursion: a buffer filled in a loop is a chain as long as the loop.
  while (rewriting()) {
    const TermNode &n = node(array);
    if (n.kind == TermKind::ConstArray)
      return by(Rule::SelectConstArray, n.a);
    if (n.kind != TermKind::Store)
      break;
    if (n.b == index)
      return by(Rule::SelectSameStore, n.c);
    if (!neverEqual(n.b, index))
      break;
    array = by(Rule::SelectOtherStore, n.a);
  }
  return make(TermKind::Select, element, array, index);
}

Term TermArena::store(Term array, Term index, Term element) {
  RW_CHECK(sort(array).isArray() && sort(index) == Sort::bits(sort(array).indexWidth()) &&
           sort(element) == Sort::bits(sort(array).width()));
  if (rewriting()) {
    const TermNode n = node(array);
    if (n.kind == TermKind::Store && n.b == index)
      return by(Rule::StoreStore, store(n.a, index, element));
    const TermNode &e = node(element);
    if (e.kind == TermKind::Select && e.a == array && e.b == index)
      return by(Rule::StoreOwnValue, array);
  }
  return make(TermKind::Store, sort(array), array, index, element);
}

} // namespace raceward
