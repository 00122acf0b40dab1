// Loops followed more and more often. Private to check.
#pragma once

#include "raceward/cele/Ast.h"
#include "raceward/check/Request.h"
#include "raceward/model/Gap.h"

#include <chrono>
#include <functional>
#include <optional>

namespace raceward::cele {

/// What is known after looking at the program with one bound.
struct Level {
  bool decided = false; ///< nothing more is to be found out
  /// The time was over before it was looked at: what the level before said stands.
  bool interrupted = false;
  std::vector<StatementId> cut = {}; ///< loops of the text that were left early
};

/// Calls `look` with the unrolled program, for larger and larger bounds, until it has decided, no
/// loop was cut, or the time is over. Gives back what keeps the last answer from being the whole
/// one: a gap for each loop.
std::vector<Gap> deepen(const Source &text, const CheckRequest &request,
                        std::chrono::steady_clock::time_point begin,
                        const std::function<Level(const Source &unrolled)> &look);

} // namespace raceward::cele
