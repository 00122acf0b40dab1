#include "raceward/check/ScheduleCheck.h"

#include "evidence/RaceReplay.h"
#include "raceward/base/Deadline.h"
#include "raceward/base/Text.h"
#include "raceward/check/ScheduleExplorer.h"
#include "raceward/check/VisibleSites.h"
#include "raceward/prove/Prover.h"
#include "raceward/symex/GivenInputs.h"
#include "raceward/symex/PathCheck.h"
#include "raceward/symex/Relock.h"
#include "request/SearchSetup.h"

#include <algorithm>

namespace raceward {

namespace {

template <typename Test> bool anyInstruction(const Program &program, const Test &test) {
  return std::ranges::any_of(program.functions(), [&](const Function &function) {
    return std::ranges::any_of(function.code.instructions, test);
  });
}

bool hasSync(const Instruction &instruction, SyncEffect effect) {
  return instruction.library != nullptr && instruction.library->sync == effect;
}

/// Gaps of the engine for this property, independent of the schedules.
std::vector<Gap> gapsOf(const Program &program, Property property, bool raceFree,
                        const std::vector<bool> &visible) {
  std::vector<Gap> gaps;
  if (property == Property::Deadlock && anyInstruction(program, [](const Instruction &at) {
        return hasSync(at, SyncEffect::CondWait);
      }))
    gaps.push_back({GapKind::UnmodelledCall,
                    "waits for conditions are taken to end by themselves: signals that are lost "
                    "are not looked for",
                    {},
                    {}});
  const auto isBulk = [&](const Instruction &at) {
    if (at.op != Op::LibraryCall && at.op != Op::CopyMemory && at.op != Op::MoveMemory &&
        at.op != Op::SetMemory && at.op != Op::Call && at.op != Op::VariadicStart &&
        at.op != Op::VariadicCopy && at.op != Op::VariadicEnd)
      return false;
    for (std::uint32_t i = 0; i < at.siteCount; ++i)
      if (visible[at.firstSite + i])
        return true;
    return false;
  };
  if (!raceFree && anyInstruction(program, isBulk))
    gaps.push_back({GapKind::UnmodelledCall,
                    "library functions on memory that may race are executed in one step",
                    {},
                    {}});
  return gaps;
}

Violation deadlockIn(const ThreadedMachine &machine, std::span<const ThreadId> blocked) {
  Violation violation;
  violation.kind = "deadlock";
  violation.message = "no thread can go on: ";
  for (const ThreadId thread : blocked) {
    const OperationPlace place = placeOf(machine, machine.next(thread));
    const std::string words = machine.nameOf(thread) + " waits at line " +
                              std::to_string(place.at.line) +
                              (place.object.empty() ? "" : " for " + place.object);
    violation.message += (thread == blocked.front() ? "" : ", ") + words;
    if (thread == blocked.front()) {
      violation.at = place.at;
      violation.function = place.function;
    }
  }
  violation.inputs = givenInputs(machine.inputs());
  return violation;
}

/// Whether a finding violates the property.
bool answers(const Finding &finding, Property property) {
  if (property == Property::Deadlock)
    return finding.fault.kind == FaultKind::Misuse && finding.fault.message.ends_with(kRelocked);
  return violates(finding.fault.kind, property);
}

Violation violationOf(const Finding &finding, Property property) {
  Violation violation = violationFrom(finding.fault, finding.inputs);
  if (property == Property::Deadlock) {
    violation.kind = "deadlock";
    violation.message += ": it waits for itself";
  }
  return violation;
}

SearchOptions optionsFor(const CheckRequest &request, const ExploreLimits &limits, bool raceFree) {
  SearchOptions search;
  search.reduction = request.explore.reduction;
  search.question = raceFree ? Question::AnyRace : Question::Everything;
  search.bounds.time = nanosecondsFrom(limits.seconds);
  search.bounds.memoryBytes = limits.memoryBytes;
  return search;
}

} // namespace

bool createsThreads(const Program &program) {
  return anyInstruction(program, [](const Instruction &at) {
    return at.library != nullptr && createsThread(at.library->sync);
  });
}

PathLedger checkSchedules(const Program &program, Property property, const CheckRequest &request,
                          CheckStats &stats, const PipelineContext &context) {
  PathLedger ledger;
  ledger.property = property;
  context.onProgress("finding threads and shared memory");
  const Facts facts(program);
  SuspectSet suspects = findSuspects(facts);
  for (const Prover &prover : allProvers())
    prover.run(facts, suspects);
  ledger.gaps = foundationGaps(facts);
  const bool raceFree = suspects.left() == 0;
  const std::vector<bool> visible = visibleSites(program, suspects);
  for (Gap &gap : gapsOf(program, property, raceFree, visible))
    ledger.gaps.push_back(std::move(gap));

  MachineOptions options;
  options.solver.crossCheck = request.crossCheck;
  options.failingAllocation = request.explore.failingAllocation;
  ThreadBounds bounds = threadBoundsOf(request.explore);
  Result<std::unique_ptr<ThreadedMachine>> made =
      ThreadedMachine::make(program, options, visible, request.model, bounds);
  const auto failed = [&](const Error &error) {
    ledger.gaps.push_back({GapKind::EngineCrash, error.message, {}, {}});
    return ledger;
  };
  if (!made)
    return failed(made.error());
  ThreadedMachine &machine = **made;
  const double spent = context.sinceBegin.seconds();
  const ExploreLimits limits = exploreLimits(request, spent);
  SearchOptions search = optionsFor(request, limits, raceFree);
  search.enough = [&] {
    return !ledger.violations.empty() ||
           std::ranges::any_of(machine.findings(),
                               [&](const Finding &finding) { return answers(finding, property); });
  };
  if (property == Property::Deadlock)
    search.onCompleteRun = [&](std::span<const Event>) {
      if (ledger.violations.empty() && machine.isDeadlocked())
        ledger.violations.push_back(deadlockIn(machine, machine.disabled()));
    };
  search.onProgress = [&](const Progress &progress) {
    context.onProgress(progressWords(progress));
  };
  context.onProgress("executing schedules");
  Result<SearchResult> result = explore(machine, search);
  if (!result)
    return failed(result.error());

  for (const Finding &finding : machine.findings())
    if (answers(finding, property))
      ledger.violations.push_back(violationOf(finding, property));
  ledger.gaps.insert(ledger.gaps.end(), machine.gaps().begin(), machine.gaps().end());
  if (!result->exhausted() && result->ended != SearchEnd::Enough)
    ledger.gaps.push_back(gapFrom(result->ended, limits, result->counters));
  if (!result->races.empty() && request.model == MemoryModel::C11)
    ledger.gaps.push_back(
        {GapKind::WeakMemory, "the program has a data race: what it does then is not defined",
         machine.placeAt(result->races.begin()->first.at).at,
         "check no-data-race first, or take accesses for atomic with --model sc"});
  ledger.paths = result->counters.runs;
  ledger.steps = machine.work().steps;
  ledger.queries = machine.solverCounts().solved.queries;
  stats.exploration = statsOf(machine, *result, visible);
  stats.exploration->seconds = context.sinceBegin.seconds() - spent;
  ledger.closed = true;
  (void)made->release(); // deliberately leaked: freeing takes time
  return ledger;
}

} // namespace raceward
