// Solver: can these constraints hold together?
//
// Adapters (Z3Solver, ProcessSolver) answer by a real solver. Wrappers (Independence,
// Cache, Limits, Statistics, QueryLog, CrossCheck) add one thing each and own the
// solver below, so that a chain is built from the inside out; Chain.h builds the usual
// one. None changes an answer, except that it may turn GaveUp into one, or a limit
// into GaveUp.
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

/// GaveUp is neither: whoever asked must report a gap, and never go on as if the
/// constraints could not hold.
enum class Sat : std::uint8_t { Yes, No, GaveUp };

const char *toString(Sat sat);

struct Query {
  /// Boolean terms, in the order in which they came up: the newest last. Wrappers start
  /// with the newest, where the news is. Need not be distinct.
  std::span<const Term> constraints;
  /// Resource units of the solver, a count of steps and not of seconds, so that the same
  /// sequence of queries gives the same answers on every machine. None: no limit.
  std::optional<std::uint64_t> effort;
};

struct Answer {
  Sat sat = Sat::GaveUp;
  Model model;              ///< Yes: every constraint holds under it
  std::vector<Term> core;   ///< No: constraints of the query that cannot hold together
  std::string why;          ///< GaveUp: for the report of the gap
  std::uint64_t effort = 0; ///< units spent, where the solver counts them

  static Answer yes(Model model) { return {Sat::Yes, std::move(model), {}, {}, 0}; }
  static Answer no(std::vector<Term> core) { return {Sat::No, {}, std::move(core), {}, 0}; }
  static Answer gaveUp(std::string why) { return {Sat::GaveUp, {}, {}, std::move(why), 0}; }
};

class Solver {
public:
  virtual ~Solver() = default;

  /// An Error means that solvers contradict each other: nothing of the run can be
  /// trusted. A solver that dies, or whose answer makes no sense, gave up.
  virtual Result<Answer> check(const Query &query) = 0;
};

/// Yes if all constraints hold under the model. What solvers say is evaluated before it
/// is believed; if they do not hold, the answer is GaveUp.
Answer checkedYes(const TermArena &arena, std::span<const Term> constraints, Model model);

} // namespace raceward
