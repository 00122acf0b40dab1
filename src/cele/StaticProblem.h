// StaticProblem: an unrolled program as constraints of two runs, and a solver for them.
#pragma once

#include "raceward/cele/Encode.h"
#include "raceward/smt/Solver.h"

#include <array>
#include <memory>

namespace raceward::cele {

class StaticProblem {
public:
  /// Fails (Resource) if the program or its numbers may become too large.
  static Result<std::unique_ptr<StaticProblem>> make(const Source &unrolled,
                                                     const StaticOptions &options);

  TermArena arena;
  Cssa cssa;
  std::uint32_t width = 0; ///< width of integers
  /// Runs with equal inputs. Shared terms are constrained in the first.
  std::array<EncodedRun, 2> runs;
  std::map<ExpressionId, Term> inputs;

  /// Adds a constraint for all further models.
  void forbid(Term what) { learned_ = arena.land(learned_, arena.lnot(what)); }

  /// Is it satisfiable in two runs?
  Result<Answer> askBoth(Term question) { return ask({both_, learned_, question}); }
  /// Is it satisfiable in the first run?
  Result<Answer> askFirst(Term question) { return ask({first_, question}); }

  [[nodiscard]] std::uint64_t queries() const { return queries_; }
  [[nodiscard]] double solveSeconds() const { return solveSeconds_; }

private:
  StaticProblem() = default;
  Result<Answer> ask(const std::vector<Term> &constraints);
  Term conjunction(const std::vector<Term> &terms);

  Term first_, both_, learned_;
  std::optional<std::uint64_t> effort_;
  std::unique_ptr<Solver> solver_;
  std::uint64_t queries_ = 0;
  double solveSeconds_ = 0;
};

} // namespace raceward::cele
