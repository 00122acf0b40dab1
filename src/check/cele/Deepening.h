// Iterative deepening of loop bounds. Private to check.
#pragma once

#include "raceward/base/Deadline.h"
#include "raceward/cele/Ast.h"
#include "raceward/check/Request.h"
#include "raceward/model/Gap.h"

#include <functional>
#include <optional>

namespace raceward::cele {

/// The result of one bound.
struct Level {
  bool decided = false; ///< further levels cannot change the answer
  /// The time was over before the end: the answer of the level before stands.
  bool interrupted = false;
  std::vector<StatementId> cut = {}; ///< loops of the text that reached the bound
};

/// Calls `look` with the unrolled program, for growing bounds, until it has decided, no loop was
/// cut, or the time is over. Returns a gap for each loop that was cut in the last answer.
std::vector<Gap> deepen(const Source &text, const CheckRequest &request,
                        const Stopwatch &sinceBegin,
                        const std::function<Level(const Source &unrolled)> &look);

} // namespace raceward::cele
