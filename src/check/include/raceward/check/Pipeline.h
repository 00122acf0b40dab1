// Runs the engines, one after the other, on one program.
#pragma once

#include "raceward/check/Check.h"
#include "raceward/model/Suspects.h"
#include "raceward/program/Program.h"
#include "raceward/prove/Prover.h"

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace raceward {

struct PipelineContext {
  std::chrono::steady_clock::time_point begin; ///< of the check, for its time limit
  std::function<void(std::string_view phase)> onProgress;
  std::function<void(const WorkStatus &)> onWork; ///< may be empty
  /// Receives what is known before a part that may take long; not closed.
  std::function<void(const Ledger &)> onPartialLedger;
  std::span<const Prover> provers = allProvers(); ///< tests use others
};

struct PipelineEnd {
  Ledger ledger;
  std::optional<Error> error; ///< nothing was executed, as the request was invalid
  std::vector<std::shared_ptr<void>> leftovers; ///< slow to free: only after the answer
};

/// Runs in the child process of a check, where it may crash or be ended at any time. The ledger is
/// closed if every engine has had its turn. Adds the statistics of the engines to `stats`; the
/// caller has filled in those of the program.
PipelineEnd runPipeline(const Program &program, const CheckRequest &request, CheckStats &stats,
                        const PipelineContext &context);

/// Accesses that a machine must stop before, by SiteId: those of the remaining suspects, and
/// atomics, which order other accesses even if they do not race (rule R2).
std::vector<bool> visibleSites(const Program &program, const SuspectSet &suspects);

} // namespace raceward
