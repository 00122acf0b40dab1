// Independence: splits a query into groups that share no variable.
//
// Groups are asked one by one, the one with the newest constraint first. With a cache
// below, the groups that a new branch does not touch are answered from there, so the
// solver sees only what the branch is about. (KLEE leaves the others out unasked, which
// is right only while the path is known to be feasible. Asking keeps the contract of
// Solver without that promise.)
//
// The model is the union of the models of the groups, each cut down to its own variables;
// the core is that of the group that cannot hold. One group that cannot hold decides,
// even if the solver gave up on another.
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
