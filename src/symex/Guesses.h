// Guesses: inputs that stand for what the model of a library function does not compute. Private to
// symex.
//
// What fnmatch() gives is decided by its arguments. A model that does not match says "some number",
// and all of them are followed: a superset of what the program does, from which race-free follows.
// A race does not: on a path that depends on a guess it may be one that no execution has, and it is
// a gap (ThreadedMachine::isGuessed). Guesses are terms like other inputs, so that a decision
// depends on one only if its condition says so.
#pragma once

#include "raceward/model/Gap.h"
#include "raceward/smt/TermArena.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <unordered_set>

namespace raceward {

class State;
struct PathNode;

class Guesses {
public:
  void add(Term variable) { variables_.insert(variable.index()); }

  /// What was found with one of these terms on a path of this state.
  struct Found {
    const State &state;
    const PathNode *path = nullptr;
    std::initializer_list<Term> terms; ///< invalid ones do not count
  };
  /// The gap that it is, if the path or one of the terms depends on a guess. `what` is a clause
  /// that says what was found; it is asked only then.
  template <typename Words>
  [[nodiscard]] std::optional<Gap> gapOf(const TermArena &arena, const Found &found,
                                         Words what) const {
    const Term guess = variables_.empty() ? Term() : behind(arena, found); // in nearly all programs
    return guess.valid() ? std::optional(gapOf(found.state, guess, what())) : std::nullopt;
  }

private:
  [[nodiscard]] Term behind(const TermArena &arena, const Found &found) const;
  [[nodiscard]] static Gap gapOf(const State &state, Term guess, const std::string &what);

  std::unordered_set<std::uint32_t> variables_; ///< by index of the term
};

} // namespace raceward
