#include "raceward/check/Pipeline.h"

#include "Assumptions.h"
#include "raceward/base/Text.h"
#include "raceward/check/ScheduleExplorer.h"
#include "raceward/check/VisibleSites.h"
#include "raceward/prove/Explain.h"
#include "search/CrossCheck.h"

#include <algorithm>
#include <set>

namespace raceward {

namespace {

/// Enough for a reader; the counts are exact in any case.
constexpr std::size_t kMostOpenSuspects = 100;

/// The number of pairs that the prover removed, for all reasons.
std::uint64_t removedBy(const SuspectSet &suspects, const std::string &prover) {
  std::uint64_t pairs = 0;
  for (const Removal &removal : suspects.removals())
    if (removal.prover == prover)
      pairs += removal.pairs;
  return pairs;
}

ExploreTask exploreTask(std::vector<bool> visible, const CheckRequest &request,
                        const PipelineContext &context) {
  ExploreTask task;
  task.visible = std::move(visible);
  task.machine.solver.crossCheck = request.crossCheck;
  task.machine.failingAllocation = request.explore.failingAllocation;
  task.model = request.model;
  task.options = request.explore;
  task.limits = exploreLimits(request, context.sinceBegin.seconds());
  task.onProgress = context.onProgress;
  task.onWork = context.onWork;
  return task;
}

/// The last engine: it convicts, or acquits all suspects that are left.
void runExplorer(const Program &program, const ExploreTask &task, PipelineEnd &end,
                 CheckStats &stats) {
  Ledger &ledger = end.ledger;
  // Without provers the answer rests on the explorer, even if there were no suspects.
  EngineRecord record{"explorer", 0, {}, !task.options.provers, {}};
  Result<Exploration> exploration = exploreSchedules(program, task);
  if (!exploration) {
    const Error &error = exploration.error();
    switch (error.kind) {
    case Error::Kind::Usage:
    case Error::Kind::Input:
    case Error::Kind::Setup:
      end.error = error;
      break;
    case Error::Kind::Resource:
      record.gaps.push_back({GapKind::Interrupted, error.message, {}, error.hint});
      break;
    case Error::Kind::Internal:
      record.gaps.push_back(defectGap(error.message));
      break;
    }
    ledger.engines.push_back(std::move(record));
    return;
  }
  stats.exploration = exploration->stats;
  if (exploration->provesRaceFree()) {
    record.removed = ledger.left();
    record.reason = "every schedule was executed: " + counted(exploration->stats.runs, "run");
    if (const std::uint64_t left = exploration->stats.pruningYes; left > 0)
      record.reason += ", " + withThousands(left) + " of them up to where nothing can race";
    ledger.open.clear();
    for (SharedVariable &shared : ledger.explanation.shared)
      if (const std::uint64_t left = shared.left(); left > 0)
        shared.rulings.push_back({record.engine, record.reason, left});
  }
  // After a first race, the others are found only if they were asked for.
  ledger.everyRaceFound =
      task.options.allRaces && exploration->everySchedule && exploration->gaps.empty();
  record.gaps = std::move(exploration->gaps);
  ledger.convictions = std::move(exploration->races);
  ledger.engines.push_back(std::move(record));
  end.leftovers = std::move(exploration->leftovers);
}

/// Functions that are taken by contract. A proof may rest on that, and says so. A search may not:
/// it ends where they are called, and what provers removed before would not hold without them.
void addContracts(const Facts &facts, Ledger &ledger, bool provers) {
  std::vector<Gap> gaps = contractGaps(facts);
  if (gaps.empty())
    return;
  const bool isSearched = ledger.left() > 0 || !provers;
  ledger.engines.push_back(
      EngineRecord{"contracts", 0, std::move(gaps), /*foundation=*/isSearched});
}

/// Marks the variables that have races.
void markRaced(const SuspectSet &suspects, Ledger &ledger) {
  std::set<SiteId> raced;
  for (const Conviction &race : ledger.convictions)
    for (const AccessSite *site : {&race.first, &race.second})
      if (site->id.valid())
        raced.insert(site->id);
  if (raced.empty())
    return;
  for (SharedVariable &shared : ledger.explanation.shared) {
    const std::vector<SiteId> sites = suspects.sitesOf(GroupId(shared.group));
    shared.raced =
        std::any_of(sites.begin(), sites.end(), [&](SiteId site) { return raced.contains(site); });
  }
}

/// Two writes of memory that no access in the program reads do no harm, even if the explorer could
/// not decide.
void acquitUnread(const Program &program, const SuspectSet &suspects, Ledger &ledger) {
  const bool allKnown = std::ranges::none_of(ledger.engines, [](const EngineRecord &engine) {
    return engine.foundation && !engine.gaps.empty();
  });
  for (Conviction &race : ledger.convictions) {
    const auto onlyWrites = [](const AccessSite &site) {
      return site.kind == AccessKind::Write && !site.isVolatile && site.id.valid();
    };
    if (!allKnown || race.harm.answer != Harm::Answer::Undecided || !onlyWrites(race.first) ||
        !onlyWrites(race.second))
      continue;
    for (std::uint32_t group = 0; group < suspects.groupCount(); ++group) {
      const std::vector<SiteId> sites = suspects.sitesOf(GroupId(group));
      if (std::ranges::binary_search(sites, race.first.id) &&
          std::ranges::all_of(
              sites, [&](SiteId site) { return onlyWrites(program.sites()[site.index()]); }))
        race.harm = {Harm::Answer::Benign, "nothing in the program reads what they write"};
    }
  }
}

/// Cross-check: searches for races among the removed suspects. It only refutes, so gaps are
/// irrelevant.
void crossCheckProvers(const Facts &facts, const CheckRequest &request,
                       const PipelineContext &context, PipelineEnd &end) {
  context.onProgress("looking for races that provers removed");
  ExploreTask task = exploreTask(everySharedAccess(facts.program), request, context);
  task.options.work = {}; // a search of its own
  Result<Exploration> exploration = exploreSchedules(facts.program, task);
  if (!exploration) {
    end.ledger.interruptions.push_back(defectGap(exploration.error().message));
    return;
  }
  end.ledger.convictions = std::move(exploration->races);
  for (const Conviction &race : end.ledger.convictions)
    blameProver(facts, context.provers, race, end.ledger);
  end.leftovers.insert(end.leftovers.end(), exploration->leftovers.begin(),
                       exploration->leftovers.end());
}

} // namespace

// Invariants: a suspect is removed once, by one engine, so that the counts add up; the ledger is
// closed only at the end, so that a child that dies early cannot answer race-free; a partial ledger
// is sent before the explorer starts and once a race is found, so that neither is lost at a limit.
//
// Every prover holds under both memory models: those that reason about the value that an atomic
// operation reads require acquire and release. Gaps of the foundation rule out race-free even if
// the explorer was exhausted, as the provers that reduced its work build on the foundation.
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
  const bool provers = request.explore.provers;
  for (const Prover &prover : provers ? context.provers : std::span<const Prover>()) {
    context.onProgress("proving: " + prover.description + " (" + withThousands(suspects.left()) +
                       " of " + counted(suspects.total(), "suspect") + " left)");
    prover.run(facts, suspects);
    ledger.engines.push_back(
        EngineRecord{prover.name, removedBy(suspects, prover.name), {}, false, prover.description});
  }

  if (std::vector<Gap> apart = bitFieldGaps(facts, suspects); !apart.empty())
    ledger.engines.push_back(EngineRecord{"bit-fields", 0, std::move(apart), /*foundation=*/true});

  addContracts(facts, ledger, provers);
  const std::vector<AccessSite> &sites = program.sites();
  ledger.explanation = explanationOf(facts, suspects);
  for (const SuspectPair &pair : likeliestLeft(facts, suspects, kMostOpenSuspects))
    ledger.open.push_back(
        {sites[pair.first.index()], sites[pair.second.index()],
         nameOfSuspect(sites[pair.first.index()], sites[pair.second.index()], pair.object)});
  if (ledger.left() > 0)
    ledger.variables = openVariables(facts, suspects);
  // Without provers, the absence of suspects is not trusted either.
  if (ledger.left() > 0 || !provers) {
    context.onPartialLedger(ledger);
    context.onProgress("executing schedules");
    // The effect of a race on values may show in accesses that do not race.
    ExploreTask task =
        exploreTask(request.explore.valueRaces || !provers ? everySharedAccess(program)
                                                           : visibleSites(program, suspects),
                    request, context);
    task.facts = &facts;
    task.suspects = &suspects;
    task.onRace = [&](const Conviction &race) {
      Ledger partial = ledger;
      partial.convictions.push_back(race);
      context.onPartialLedger(partial);
    };
    runExplorer(program, task, end, stats);
  }
  if (!request.crossCheck.empty() && ledger.convictions.empty())
    crossCheckProvers(facts, request, context, end);
  acquitUnread(program, suspects, ledger);
  markRaced(suspects, ledger);
  ledger.assumptions = assumptionsOf(program, ledger, !request.explore.failingAllocation);
  if (facts.pointsTo.anythingIsAccessed() && provers)
    ledger.assumptions.push_back(addressAssumption());
  if (std::vector<std::string> functions = functionsByContract(facts); !functions.empty())
    ledger.assumptions.insert(ledger.assumptions.begin(), contractAssumption(std::move(functions)));
  ledger.closed = true;
  return end;
}

} // namespace raceward
