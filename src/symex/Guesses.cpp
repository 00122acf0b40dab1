#include "Guesses.h"

#include "TermWalk.h"
#include "raceward/program/Program.h"
#include "raceward/symex/State.h"

namespace raceward {

Term Guesses::behind(const TermArena &arena, const Found &found) const {
  const auto guessIn = [&](Term term) {
    return findIn(arena, term, [&](Term part) { return variables_.contains(part.index()); });
  };
  for (const Term term : found.terms)
    if (term.valid())
      if (const Term guess = guessIn(term); guess.valid())
        return guess;
  for (const PathNode *node = found.path; node != nullptr; node = node->before.get())
    if (const Term guess = guessIn(node->constraint); guess.valid())
      return guess;
  return {};
}

Gap Guesses::gapOf(const State &state, Term guess, const std::string &what) {
  const Input *input = state.inputs.get();
  while (input != nullptr && (input->drawn || input->variable != guess))
    input = input->before.get();
  Gap gap{GapKind::GuessedResult,
          what + " if " + (input != nullptr ? input->what : std::string("a library function")) +
              "() gives a certain result here: its arguments, or earlier calls, decide which one "
              "it gives, and its model does not compute it",
          {},
          "look at what it gives here, or give its source, or a model that computes it (--model)"};
  if (input != nullptr && input->at != nullptr)
    gap.at = positionOf(*static_cast<const llvm::Instruction *>(input->at));
  return gap;
}

} // namespace raceward
