// Checks a CELE program, in the child process. Private to check.
#pragma once

#include "raceward/check/PipelineContext.h"
#include "raceward/check/Request.h"
#include "raceward/model/CheckResult.h"
#include "raceward/model/Property.h"

namespace raceward::cele {

/// The program of the request; an Error has the messages of the parser as its details.
Result<Source> sourceOf(const LoadRequest &request);

/// Value races. The loop bound is raised until there is a race, or until no run reaches it.
Ledger checkValueRaces(const Source &text, const CheckRequest &request, CheckStats &stats,
                       const PipelineContext &context);

PathLedger checkProperty(const Source &text, Property property, const CheckRequest &request,
                         CheckStats &stats, const PipelineContext &context);

} // namespace raceward::cele
