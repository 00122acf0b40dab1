#include "raceward/check/Pipeline.h"

#include "raceward/base/Text.h"
#include "raceward/check/Explorer.h"
#include "raceward/prove/Prover.h"

namespace raceward {

namespace {

/// Enough for a person to see what is left; the counts are exact in any case.
constexpr std::size_t kMostOpenSuspects = 100;

/// What the prover removed, over all its reasons.
std::uint64_t removedBy(const SuspectSet &suspects, const std::string &prover) {
  std::uint64_t pairs = 0;
  for (const Removal &removal : suspects.removals())
    if (removal.prover == prover)
      pairs += removal.pairs;
  return pairs;
}

ExploreTask exploreTask(const Program &program, const SuspectSet &suspects,
                        const CheckRequest &request, const PipelineContext &context) {
  ExploreTask task;
  task.visible = visibleSites(program, suspects);
  task.machine.solver.crossCheck = request.crossCheck;
  task.model = request.model;
  task.options = request.explore;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - context.begin;
  task.limits = exploreLimits(request, spent.count());
  task.onProgress = context.onProgress;
  return task;
}

/// The explorer has the last word: it convicts, or acquits all suspects that are left.
void runExplorer(const Program &program, const ExploreTask &task, PipelineEnd &end,
                 CheckStats &stats) {
  Ledger &ledger = end.ledger;
  EngineRecord record{"explorer", 0, {}, false, {}};
  Result<Exploration> exploration = exploreSchedules(program, task);
  if (!exploration) {
    record.gaps.push_back({GapKind::EngineCrash,
                           exploration.error().message,
                           {},
                           "this is a defect of Raceward: please report it with this message "
                           "and the program"});
    ledger.engines.push_back(std::move(record));
    return;
  }
  stats.exploration = exploration->stats;
  if (exploration->provesRaceFree()) {
    record.removed = ledger.left();
    record.reason = "every schedule was executed: " + counted(exploration->stats.runs, "run");
    ledger.open.clear();
  }
  record.gaps = std::move(exploration->gaps);
  ledger.convictions = std::move(exploration->races);
  ledger.engines.push_back(std::move(record));
  end.leftovers = std::move(exploration->leftovers);
}

} // namespace

std::vector<bool> visibleSites(const Program &program, const SuspectSet &suspects) {
  std::vector<bool> visible(program.sites().size(), false);
  for (const SiteId site : suspects.openSites())
    visible[site.index()] = true;
  for (const AccessSite &site : program.sites())
    if (isAtomic(site))
      visible[site.id.index()] = true;
  return visible;
}

// Every prover here holds under both memory models: none of them reasons about the value
// that an atomic operation reads.
//
// Gaps of the foundation forbid race-free even where the explorer was exhausted: what it
// need not look at was said by provers that build on it.
PipelineEnd runPipeline(const Program &program, const CheckRequest &request, CheckStats &stats,
                        const PipelineContext &context) {
  context.onProgress("finding threads and shared memory");
  const Facts facts(program);
  SuspectSet suspects = findSuspects(facts);
  stats.memoryGroups = suspects.groupCount();

  PipelineEnd end;
  Ledger &ledger = end.ledger;
  ledger.suspects = suspects.total();
  ledger.engines.push_back(EngineRecord{"suspects", 0, foundationGaps(facts), /*foundation=*/true});
  for (const Prover &prover : allProvers()) {
    context.onProgress("proving: " + prover.description + " (" + withThousands(suspects.left()) +
                       " of " + counted(suspects.total(), "suspect") + " left)");
    prover.run(facts, suspects, prover.name);
    ledger.engines.push_back(
        EngineRecord{prover.name, removedBy(suspects, prover.name), {}, false, prover.description});
  }

  const std::vector<AccessSite> &sites = program.sites();
  for (const SuspectPair &pair : suspects.leftSample(kMostOpenSuspects))
    ledger.open.push_back({sites[pair.first.index()], sites[pair.second.index()], pair.object});
  if (ledger.left() > 0) {
    context.onPartialLedger(ledger);
    context.onProgress("executing schedules");
    runExplorer(program, exploreTask(program, suspects, request, context), end, stats);
  }
  ledger.closed = true;
  return end;
}

} // namespace raceward
