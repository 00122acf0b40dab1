// Limits: bounds the effort of each query, and of all queries together.
//
// In resource units of the solver below, never in seconds: a repeated run gives up at the same
// places. A query beyond a limit is GaveUp.
#pragma once

#include "raceward/smt/Solver.h"

#include <memory>

namespace raceward {

class Limits final : public Solver {
public:
  struct Options {
    std::optional<std::uint64_t> perQuery;
    std::optional<std::uint64_t> total;
  };
  Limits(std::unique_ptr<Solver> next, Options options)
      : next_(std::move(next)), options_(options) {}
  Result<Answer> check(const Query &query) override;
  std::uint64_t spent() const { return spent_; }

private:
  std::unique_ptr<Solver> next_;
  Options options_;
  std::uint64_t spent_ = 0;
};

} // namespace raceward
