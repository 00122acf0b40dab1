// CrossCheck: queries two solvers, and stops on disagreement.
//
// Yes against No is an Error with the query in its details: one of the two is wrong, and with it
// everything concluded so far. If only one gives up, the other's answer stands.
#pragma once

#include "raceward/smt/Solver.h"

#include <cstdint>
#include <memory>
#include <string>

namespace raceward {

struct CrossCheckCounts {
  std::uint64_t compared = 0;   ///< both answered, and agreed
  std::uint64_t unanswered = 0; ///< the second gave up, or failed to answer
  std::string why;              ///< reason of the last of these
};

class CrossCheck final : public Solver {
public:
  /// `counts` may be null; otherwise it must outlive this.
  CrossCheck(const TermArena &arena, std::unique_ptr<Solver> first, std::unique_ptr<Solver> second,
             CrossCheckCounts *counts = nullptr)
      : arena_(arena), first_(std::move(first)), second_(std::move(second)), counts_(counts) {}
  Result<Answer> check(const Query &query) override;

private:
  const TermArena &arena_;
  std::unique_ptr<Solver> first_;
  std::unique_ptr<Solver> second_;
  CrossCheckCounts *counts_;
};

} // namespace raceward
