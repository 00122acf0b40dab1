#include "raceward/check/Check.h"

#include "cele/CheckCele.h"
#include "child/LoadInChild.h"
#include "raceward/base/Deadline.h"
#include "raceward/base/Text.h"
#include "raceward/check/Child.h"
#include "raceward/check/Pipeline.h"
#include "raceward/check/ScheduleCheck.h"
#include "raceward/program/ClosedWorld.h"
#include "raceward/symex/PathCheck.h"

#include <algorithm>
#include <memory>

namespace raceward {

namespace {

/// Sends the progress of a check to the parent.
PipelineContext contextOf(const Stopwatch &sinceBegin, const WireSend &send) {
  PipelineContext context;
  context.sinceBegin = sinceBegin;
  context.onProgress = [&](std::string_view phase) { send(WireProgress{std::string(phase)}); };
  context.onWork = [&](const WorkStatus &status) { send(status); };
  return context;
}

/// Calls `found` with the parsed text, or sends the error.
template <typename Found>
void withCeleInChild(const CheckRequest &request, const WireSend &send, const Found &found) {
  send(WireProgress{"reading " + request.load.files.front()});
  const Result<cele::Source> text = cele::sourceOf(request.load);
  if (text)
    found(*text);
  else
    send(text.error());
}

/// The body of the child: everything that touches the program under test.
void checkInChild(const CheckRequest &request, const Stopwatch &sinceBegin, const WireSend &send) {
  CheckStats stats;
  PipelineContext context = contextOf(sinceBegin, send);
  if (isCele(request.load))
    return withCeleInChild(request, send, [&](const cele::Source &text) {
      const Ledger ledger = cele::checkValueRaces(text, request, stats, context);
      send(stats);
      send(ledger);
    });
  const Program *program = loadInChild(request, send, stats);
  if (program == nullptr)
    return;
  context.onPartialLedger = [&](const Ledger &partial) {
    send(stats);
    send(partial);
  };
  PipelineEnd end = runPipeline(*program, request, stats, context);
  if (end.error)
    send(*end.error);
  send(stats);
  send(end.ledger);
  // Deliberately leaked: the process exits next, and freeing takes seconds.
  (void)std::make_unique<PipelineEnd>(std::move(end)).release();
}

void followPathsInChild(const CheckRequest &request, Property property, const Stopwatch &sinceBegin,
                        const WireSend &send) {
  CheckStats stats;
  const PipelineContext context = contextOf(sinceBegin, send);
  if (isCele(request.load))
    return withCeleInChild(request, send, [&](const cele::Source &text) {
      const PathLedger ledger = cele::checkProperty(text, property, request, stats, context);
      send(stats);
      send(ledger);
    });
  const Program *program = loadInChild(request, send, stats);
  if (program == nullptr)
    return;
  if (property == Property::Deadlock || createsThreads(*program)) {
    const PathLedger ledger = checkSchedules(*program, property, request, stats, context);
    send(stats);
    send(ledger);
    return;
  }
  MachineOptions options;
  options.solver.crossCheck = request.crossCheck;
  options.failingAllocation = request.explore.failingAllocation;
  Result<std::unique_ptr<SymbolicMachine>> machine = SymbolicMachine::make(*program, options);
  if (!machine) {
    send(machine.error());
    return;
  }
  send(WireProgress{"following paths"});
  PathLedger ledger = checkPaths(**machine, property, {}, [&](const PathCounts &counts) {
    send(WireProgress{"following paths: " + withThousands(counts.completed) + " done, " +
                      withThousands(counts.open) + " waiting"});
  });
  // Functions and instructions are reported by the machine where it meets them.
  for (Gap &gap : ClosedWorld().gapsOf(program->module()))
    ledger.gaps.push_back(std::move(gap));
  send(ledger);
}

struct Received {
  CheckStats stats;
  std::optional<WorkHistory> work;
  std::optional<Ledger> ledger;
  std::optional<PathLedger> paths;
  std::optional<Error> error;

  void take(WireMessage &&message) {
    if (auto *newer = std::get_if<CheckStats>(&message))
      stats = std::move(*newer);
    else if (const auto *status = std::get_if<WorkStatus>(&message))
      (work ? *work : work.emplace()).add(*status);
    else if (auto *whole = std::get_if<Ledger>(&message))
      ledger = std::move(*whole);
    else if (auto *followed = std::get_if<PathLedger>(&message))
      paths = std::move(*followed);
    else if (auto *reason = std::get_if<Error>(&message))
      error = std::move(*reason);
  }
};

/// Under a tight memory limit the compiler may not even start, which looks like a missing compiler.
/// Outside of the limit the two can be distinguished.
bool limitHidesCompiler(const Error &error, const ProcessLimits &limits) {
  return error.kind == Error::Kind::Setup && limits.memoryBytes && findClang().has_value();
}

Gap outOfMemory(const Error &error, const ProcessLimits &limits) {
  if (error.kind == Error::Kind::Resource)
    return Gap{GapKind::MemoryLimit, error.message, {}, error.hint};
  ChildEnd end;
  end.process.kind = ProcessEnd::Kind::MemoryLimit;
  end.phase = "starting the compiler";
  return interruptionFrom(end, limits);
}

/// The messages and the end of the child, and why it gave no answer, if it gave none.
struct ChildRun {
  Received received;
  ProcessEnd end;
  std::optional<Gap> interruption;
};

Result<ChildRun> runToEnd(const CheckRequest &request, const CheckEvents &events,
                          const std::function<void(const WireSend &)> &body) {
  const ProcessLimits limits{request.timeLimitSeconds, request.memoryLimitBytes};
  ChildRun run;
  const Result<ChildEnd> end = runChild(
      body, limits, events, [&](WireMessage &&message) { run.received.take(std::move(message)); });
  if (!end)
    return fail(end.error());
  run.end = end->process;
  const std::optional<Error> &error = run.received.error;
  if (error) {
    if (error->kind != Error::Kind::Resource && !limitHidesCompiler(*error, limits))
      return fail(*error);
    run.interruption = outOfMemory(*error, limits);
  } else if (!end->process.succeeded() || (!run.received.ledger && !run.received.paths)) {
    run.interruption = interruptionFrom(*end, limits);
  }
  return run;
}

/// Adds the statistics that the child cannot measure or that it sent separately.
CheckStats allStats(Received received, const ProcessEnd &end) {
  CheckStats stats = std::move(received.stats);
  stats.work = std::move(received.work);
  stats.wallSeconds = end.wallSeconds;
  stats.cpuSeconds = end.cpuSeconds;
  stats.peakMemoryBytes = end.peakBytes;
  return stats;
}

} // namespace

// An answer counts only from a child that ended well. The partial answer of another child is shown,
// but never closed.

Result<CheckResult> runCheck(const CheckRequest &request, const CheckEvents &events) {
  const Stopwatch sinceBegin;
  Result<ChildRun> run = runToEnd(
      request, events, [&](const WireSend &send) { checkInChild(request, sinceBegin, send); });
  if (!run)
    return fail(run.error());
  Ledger ledger = std::move(run->received.ledger).value_or(Ledger{});
  if (run->interruption) {
    ledger.closed = false;
    ledger.interruptions.push_back(std::move(*run->interruption));
  }
  CheckResult result{std::move(ledger),
                     request.model,
                     {},
                     allStats(std::move(run->received), run->end),
                     isCele(request.load) ? Subject::ValueRaces : Subject::DataRaces};
  const Verdict verdict = result.verdict();
  if (verdict.isRaceFree())
    result.scope =
        result.stats.driver ? "all calls as assumed, all schedules" : "all inputs, all schedules";
  else if (verdict.isRace())
    result.scope = "one run";
  return result;
}

Result<PropertyResult> runPropertyCheck(const CheckRequest &request, Property property,
                                        const CheckEvents &events) {
  const Stopwatch sinceBegin;
  Result<ChildRun> run = runToEnd(request, events, [&](const WireSend &send) {
    followPathsInChild(request, property, sinceBegin, send);
  });
  if (!run)
    return fail(run.error());
  PathLedger ledger = std::move(run->received.paths).value_or(PathLedger{});
  ledger.property = property;
  if (run->interruption) {
    ledger.closed = false;
    ledger.gaps.push_back(std::move(*run->interruption));
  }
  PropertyResult result{std::move(ledger), {}, allStats(std::move(run->received), run->end)};
  if (result.verdict().holds())
    result.scope = result.stats.exploration ? "all inputs, all schedules" : "all inputs";
  return result;
}

} // namespace raceward
