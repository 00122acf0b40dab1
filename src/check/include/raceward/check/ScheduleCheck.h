// Properties other than races, of programs with threads.
#pragma once

#include "raceward/check/PipelineContext.h"
#include "raceward/check/Request.h"
#include "raceward/model/CheckResult.h"
#include "raceward/model/Property.h"
#include "raceward/program/Program.h"

namespace raceward {

/// Whether the program can have a second thread.
[[nodiscard]] bool createsThreads(const Program &program);

/// Executes every schedule, up to the first violation. If the provers show that there are no races,
/// only synchronisation is reordered; otherwise every access that may conflict.
PathLedger checkSchedules(const Program &program, Property property, const CheckRequest &request,
                          CheckStats &stats, const PipelineContext &context);

} // namespace raceward
