// Runs the engines, one after the other, on one program.
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
  std::optional<Error> error; ///< nothing was executed, as the request was invalid
  std::vector<std::shared_ptr<void>> leftovers; ///< slow to free: only after the answer
};

/// Runs in the child process of a check, where it may crash or be ended at any time. The ledger is
/// closed if every engine has had its turn. Adds the statistics of the engines to `stats`; the
/// caller has filled in those of the program.
PipelineEnd runPipeline(const Program &program, const CheckRequest &request, CheckStats &stats,
                        const PipelineContext &context);

} // namespace raceward
