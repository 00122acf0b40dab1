// The steps of an unrolled program, and their order in every run.
#pragma once

#include "raceward/cele/Flow.h"
#include "raceward/smt/OrderStatic.h"

#include <optional>

namespace raceward::cele {

struct FlowStep {
  enum class Kind : std::uint8_t {
    Initial, ///< all variables get their initial values
    Use,     ///< outside of the condition of a `when`
    Write,
    Pass, ///< a `when`, with all uses of its condition
    Join, ///< all threads of a fork have ended
  };
  Kind kind = Kind::Initial;
  FlowBlockId block;
  ExpressionId use;
  StatementId statement;
};

struct FlowSteps {
  /// By clock. All steps of one thread are ordered, including those of two branches of which only
  /// one runs.
  std::vector<FlowStep> steps;
  StaticOrder order;
  std::vector<ClockId> ofUse;       ///< by expression; of a use in a `when`: its pass
  std::vector<ClockId> ofStatement; ///< by statement: its write, pass or join

  [[nodiscard]] const FlowStep &at(ClockId clock) const { return steps[clock.index()]; }
};

/// Maximum number of steps, as the order is a bit matrix over all pairs.
inline constexpr std::size_t kMostSteps = 20'000;

/// Empty if there are more than kMostSteps.
std::optional<FlowSteps> findSteps(const Source &unrolled, const Flow &flow);

/// Sorted.
std::vector<Conflict> findConflicts(const Source &unrolled, const FlowSteps &steps);

} // namespace raceward::cele
