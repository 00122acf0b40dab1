// Solver: decides whether a set of constraints is satisfiable.
//
// Adapters (Z3Solver, ProcessSolver) call a real solver. Wrappers (Independence, Cache, Limits,
// Statistics, QueryLog, CrossCheck) add one thing each and own the solver below, so that a chain is
// built from the inside out; Chain.h builds the standard one. Invariant: none changes an answer,
// except that a wrapper may replace GaveUp by an answer, or apply a limit and give up. A Yes has a
// model that was evaluated, a No has a core from the query.
//
// All solvers of a chain share one arena. Not thread safe: one chain per worker.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/smt/Model.h"
#include "raceward/smt/TermArena.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace raceward {

/// GaveUp is neither: the caller must report a gap, and never go on as if the constraints were
/// unsatisfiable.
enum class Sat : std::uint8_t { Yes, No, GaveUp };

const char *toString(Sat sat);

struct Query {
  /// Boolean terms, in order of creation: the newest last. Wrappers start with the newest. Need not
  /// be distinct.
  std::span<const Term> constraints;
  /// Resource units of the solver, a count of steps and not of seconds, so that the same sequence
  /// of queries gives the same answers on every machine. Empty: no limit.
  std::optional<std::uint64_t> effort;
};

struct Answer {
  Sat sat = Sat::GaveUp;
  Model model;              ///< Yes: a model of all constraints
  std::vector<Term> core;   ///< No: constraints of the query that are unsatisfiable together
  std::string why;          ///< GaveUp: for the report of the gap
  std::uint64_t effort = 0; ///< units spent, if the solver counts them

  static Answer yes(Model model) { return {Sat::Yes, std::move(model), {}, {}, 0}; }
  static Answer no(std::vector<Term> core) { return {Sat::No, {}, std::move(core), {}, 0}; }
  static Answer gaveUp(std::string why) { return {Sat::GaveUp, {}, {}, std::move(why), 0}; }
};

class Solver {
public:
  virtual ~Solver() = default;

  /// An Error means that solvers contradict each other: no result of the run can be trusted. A
  /// solver that dies, or gives an invalid answer, counts as GaveUp.
  virtual Result<Answer> check(const Query &query) = 0;
};

/// Yes if all constraints hold under the model, otherwise GaveUp: models of solvers are evaluated
/// before they are believed.
Answer checkedYes(const TermArena &arena, std::span<const Term> constraints, Model model);

} // namespace raceward
