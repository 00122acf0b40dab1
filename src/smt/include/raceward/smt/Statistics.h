// Statistics: counts the queries at this place of the chain.
#pragma once

#include "raceward/smt/Solver.h"

#include <memory>

namespace raceward {

struct SolverCounts {
  std::uint64_t queries = 0, yes = 0, no = 0, gaveUp = 0;
  std::uint64_t constraints = 0; ///< sum over all queries
  std::uint64_t effort = 0;
  double seconds = 0; ///< for reports only: no decision may depend on it
};

class Statistics final : public Solver {
public:
  /// `counts` must outlive this; the caller reads it at any time.
  Statistics(std::unique_ptr<Solver> next, SolverCounts &counts)
      : next_(std::move(next)), counts_(counts) {}
  Result<Answer> check(const Query &query) override;

private:
  std::unique_ptr<Solver> next_;
  SolverCounts &counts_;
};

} // namespace raceward
