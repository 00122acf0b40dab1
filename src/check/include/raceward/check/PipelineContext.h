// What the engines of a check share. Plain data.
#pragma once

#include "raceward/base/Deadline.h"
#include "raceward/model/Verdict.h"
#include "raceward/model/WorkStatus.h"
#include "raceward/prove/Prover.h"

#include <functional>
#include <span>
#include <string_view>

namespace raceward {

struct PipelineContext {
  Stopwatch sinceBegin; ///< of the check, for its time limit
  std::function<void(std::string_view phase)> onProgress;
  std::function<void(const WorkStatus &)> onWork; ///< may be empty
  /// Receives what is known before a part that may take long; not closed.
  std::function<void(const Ledger &)> onPartialLedger;
  std::span<const Prover> provers = allProvers(); ///< tests use others
};

} // namespace raceward
