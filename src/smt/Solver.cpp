#include "raceward/smt/Solver.h"

namespace raceward {

const char *toString(Sat sat) {
  switch (sat) {
  case Sat::Yes:
    return "sat";
  case Sat::No:
    return "unsat";
  case Sat::GaveUp:
    return "unknown";
  }
  return "unknown";
}

Answer checkedYes(const TermArena &arena, std::span<const Term> constraints, Model model) {
  Evaluator evaluator(arena, model);
  for (const Term constraint : constraints)
    if (!evaluator.holds(constraint))
      return Answer::gaveUp("the solver's model does not satisfy the query");
  return Answer::yes(std::move(model));
}

} // namespace raceward
