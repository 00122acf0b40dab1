// Concurrent SSA: a π-function wherever the value read depends on the interleaving.
//
// That is each use that another thread may write concurrently, and the end of a fork of which two
// or more threads wrote a variable that is used later. Its candidates are the writes whose value it
// may be: those that the sequential version may come from, and all concurrent ones. All other uses
// have the value of their SSA version. Invariant: in every run, the write that a π-function really
// sees is among its candidates.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/cele/FlowSteps.h"
#include "raceward/cele/Ssa.h"

namespace raceward::cele {

struct Pi {
  ClockId clock;
  VariableId variable;
  ExpressionId use; ///< invalid at the end of a fork
  VersionId join;   ///< invalid at a use
  /// Versions of kind Initial and Write, sorted.
  std::vector<VersionId> candidates;
};

struct Cssa {
  Flow flow;
  FlowSteps steps;
  Ssa ssa;
  std::vector<Pi> pis;               ///< by clock
  std::vector<std::uint32_t> ofUse;  ///< by expression: position in `pis`, or kNoPi
  std::vector<std::uint32_t> ofJoin; ///< by version: position in `pis`, or kNoPi
  /// By version: some value needs it. A join that nothing needs has no π-function.
  std::vector<bool> needed;

  static constexpr std::uint32_t kNoPi = UINT32_MAX;
  [[nodiscard]] const Pi *at(ExpressionId use) const {
    return ofUse[use.index()] == kNoPi ? nullptr : &pis[ofUse[use.index()]];
  }
  /// The step that creates a version of kind Initial, Write or Join.
  [[nodiscard]] ClockId clockOf(VersionId version) const;
};

/// Fails (Resource) if the program is too large to examine all pairs of its steps.
Result<Cssa> buildCssa(const Source &unrolled);

} // namespace raceward::cele
