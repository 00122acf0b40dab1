// Independence: splits a query into groups without common variables.
//
// Groups are solved one by one, the one with the newest constraint first. With a cache below, the
// groups that a new branch does not touch are answered from there, so the solver sees only the
// constraints related to the branch. (KLEE omits the others, which is right only while the path is
// known to be feasible. Solving all keeps the contract of Solver without that assumption.)
//
// The model is the union of the models of the groups, each restricted to its own variables; the
// core is that of an unsatisfiable group. One unsatisfiable group decides, even if the solver gave
// up on another.
#pragma once

#include "raceward/smt/Solver.h"
#include "raceward/smt/Support.h"

#include <memory>

namespace raceward {

class Independence final : public Solver {
public:
  Independence(const TermArena &arena, std::unique_ptr<Solver> next)
      : arena_(arena), support_(arena), next_(std::move(next)) {}
  Result<Answer> check(const Query &query) override;

private:
  std::vector<std::vector<Term>> groupsOf(std::span<const Term> constraints);

  const TermArena &arena_;
  Support support_;
  std::unique_ptr<Solver> next_;
};

} // namespace raceward
