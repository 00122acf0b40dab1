// One run of an unrolled program: its inputs and the order of its steps.
//
// A step is an action that another thread could observe: one use of a variable, one write, one
// `when` that passes. Each is named by the part of the program that performs it, which in an
// unrolled program happens at most once; so a run means the same to every engine.
#pragma once

#include "raceward/cele/Ast.h"

#include <cstdint>
#include <map>
#include <vector>

namespace raceward::cele {

/// Exactly one of the two is valid.
struct Step {
  ExpressionId use;      ///< Variable or Element outside of the condition of a `when`
  StatementId statement; ///< Assign, AssignArray, AssignElement: its write; When: it passes
  auto operator<=>(const Step &) const = default;
};

/// By the Input expression that gets the value; a missing one gets 0.
using InputValues = std::map<ExpressionId, std::int64_t>;

struct Run {
  InputValues inputs;
  std::vector<Step> steps;
};

/// A use that gets different values in two runs with equal inputs; each run ends with it.
struct ValueRace {
  ExpressionId use;
  Run first;
  Run second;
};

} // namespace raceward::cele
