// The engines, one after the other, over one program.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/check/PipelineContext.h"
#include "raceward/check/Request.h"
#include "raceward/model/CheckResult.h"
#include "raceward/program/Program.h"

#include <memory>
#include <optional>
#include <vector>

namespace raceward {

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

} // namespace raceward
