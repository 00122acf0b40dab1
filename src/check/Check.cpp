#include "raceward/check/Check.h"

#include "TestHook.h"
#include "raceward/check/Child.h"
#include "raceward/check/Pipeline.h"

#include <algorithm>
#include <memory>

namespace raceward {

namespace {

CheckStats statsOf(const Program &program) {
  CheckStats stats;
  for (const Function &function : program.functions()) {
    stats.functions += function.hasBody ? 1 : 0;
    stats.instructions += function.code.instructions.size();
  }
  stats.accessSites = program.sites().size();
  return stats;
}

/// The body of the child: everything that touches the program under test.
void checkInChild(const CheckRequest &request, const WireSend &send) {
  const auto onProgress = [&](std::string_view phase) { send(WireProgress{std::string(phase)}); };
  LoadRequest load = request.load;
  load.onProgress = onProgress;
  load.onWarnings = [&](std::string_view text) { send(WireWarnings{std::string(text)}); };
  Result<Program> loaded = loadProgram(load);
  if (!loaded) {
    send(loaded.error());
    return;
  }
  // Never freed: the process ends with the answer, and taking a large program apart
  // first would only cost time that a limit may not have.
  const Program &program = *std::make_unique<Program>(std::move(*loaded)).release();
  CheckStats stats = statsOf(program);
  send(stats);
  misbehaveIfAsked();
  const Ledger ledger = runPipeline(program, request, stats, onProgress);
  send(stats);
  send(ledger);
}

struct Received {
  CheckStats stats;
  std::optional<Ledger> ledger;
  std::optional<Error> error;

  void take(WireMessage &&message) {
    if (auto *newer = std::get_if<CheckStats>(&message))
      stats = *newer;
    else if (auto *whole = std::get_if<Ledger>(&message))
      ledger = std::move(*whole);
    else if (auto *reason = std::get_if<Error>(&message))
      error = std::move(*reason);
  }
};

/// Under a tight memory limit the compiler may not even start, which looks like an
/// installation without one. Outside of the limit the difference shows.
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

/// An answer counts only from a child that ended well. What another one managed to send
/// is shown, but never closed.
void interrupt(Ledger &ledger, Gap gap) {
  ledger.closed = false;
  ledger.interruptions.push_back(std::move(gap));
}

CheckResult resultFrom(Ledger ledger, const CheckRequest &request, const Received &received,
                       const ProcessEnd &end) {
  Verdict verdict = conclude(ledger);
  CheckResult result{std::move(ledger), std::move(verdict), request.model, {}, received.stats};
  if (result.verdict.isRaceFree())
    result.scope = "all inputs, all schedules";
  result.stats.wallSeconds = end.wallSeconds;
  result.stats.cpuSeconds = end.cpuSeconds;
  result.stats.peakMemoryBytes = end.peakBytes;
  return result;
}

} // namespace

Result<CheckResult> runCheck(const CheckRequest &request, const CheckEvents &events) {
  const ProcessLimits limits{request.timeLimitSeconds, request.memoryLimitBytes};
  Received received;
  const Result<ChildEnd> end =
      runChild([&](const WireSend &send) { checkInChild(request, send); }, limits, events,
               [&](WireMessage &&message) { received.take(std::move(message)); });
  if (!end)
    return fail(end.error());

  Ledger ledger = received.ledger.value_or(Ledger{});
  if (received.error) {
    if (received.error->kind != Error::Kind::Resource &&
        !limitHidesCompiler(*received.error, limits))
      return fail(*received.error);
    interrupt(ledger, outOfMemory(*received.error, limits));
  } else if (!end->process.succeeded() || !received.ledger) {
    interrupt(ledger, interruptionFrom(*end, limits));
  }
  return resultFrom(std::move(ledger), request, received, end->process);
}

} // namespace raceward
