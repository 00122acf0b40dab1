// The engines, one after the other, over one program.
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
  /// What is known before the part begins that may take long; not closed.
  std::function<void(const Ledger &)> onPartialLedger;
  std::span<const Prover> provers = allProvers(); ///< tests take others
};

struct PipelineEnd {
  Ledger ledger;
  std::optional<Error> error; ///< nothing was executed, as the request made no sense
  std::vector<std::shared_ptr<void>> leftovers; ///< slow to free: not before the answer
};

/// Runs in the child process of a check, where it may crash or be ended at any time.
/// The ledger is closed if every engine has had its turn. Adds to `stats` what only the
/// engines know; the caller has filled in what the program tells.
PipelineEnd runPipeline(const Program &program, const CheckRequest &request, CheckStats &stats,
                        const PipelineContext &context);

/// Accesses that a machine must stop before, by SiteId: those of suspects that the provers
/// left, and atomics, which order other accesses whoever races (rule R2).
std::vector<bool> visibleSites(const Program &program, const SuspectSet &suspects);

} // namespace raceward
