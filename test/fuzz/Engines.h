// What happens to every program that a front end lets through.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/check/Pipeline.h"
#include "raceward/check/Wire.h"
#include "raceward/program/Print.h"
#include "raceward/report/JsonReport.h"
#include "raceward/report/TextReport.h"

namespace raceward::fuzz {

/// All that Raceward does with a program, up to both reports. Refused input is fine, but
/// has to say why.
inline void runEngines(const Result<Program> &program) {
  if (!program) {
    RW_CHECK(!program.error().message.empty());
    RW_CHECK(program.error().kind != Error::Kind::Internal);
    return;
  }
  RW_CHECK(!printProgram(*program, {.code = true}).empty());
  (void)printProgram(*program, {.sitesOnly = true});

  CheckStats stats;
  CheckRequest request;
  request.explore.seconds = 0.1;
  PipelineContext context;
  context.onProgress = [](std::string_view) {};
  context.onPartialLedger = [](const Ledger &) {};
  const Ledger ledger = runPipeline(*program, request, stats, context).ledger;
  const std::string line = encode(ledger);
  const auto decoded = decode(std::string_view(line).substr(0, line.size() - 1));
  RW_CHECK(decoded && encode(*decoded) == line);
  const CheckResult result{ledger, MemoryModel::C11, "fuzz", stats};
  RW_CHECK(!textReport(result, {.verbose = true}).empty());
  RW_CHECK(!jsonReport(result, {}).empty());
}

} // namespace raceward::fuzz
