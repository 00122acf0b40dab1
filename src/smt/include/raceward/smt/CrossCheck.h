// CrossCheck: asks two solvers, and stops on disagreement.
//
// Yes against No is an Error with the query in its details: one of the two is wrong, and
// with it anything concluded so far. If only one gives up, the other's answer stands.
#pragma once

#include "raceward/smt/Solver.h"

#include <memory>

namespace raceward {

class CrossCheck final : public Solver {
public:
  CrossCheck(const TermArena &arena, std::unique_ptr<Solver> first, std::unique_ptr<Solver> second)
      : arena_(arena), first_(std::move(first)), second_(std::move(second)) {}
  Result<Answer> check(const Query &query) override;

private:
  const TermArena &arena_;
  std::unique_ptr<Solver> first_;
  std::unique_ptr<Solver> second_;
};

} // namespace raceward
