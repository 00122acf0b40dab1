#include "raceward/report/JsonReport.h"

#include "story/Findings.h"
#include "story/Summary.h"
#include "witness/RunJson.h"

#include "raceward/report/Fingerprint.h"

namespace raceward {
namespace {

Json pairOf(std::string_view object, Json first, Json second) {
  Json pair = Json::object();
  pair["object"] = textOrNull(object);
  pair["accesses"] = Json::array({std::move(first), std::move(second)});
  return pair;
}

Json nativeOf(const Confirmation &native) {
  if (native.answer == Confirmation::Answer::NotTried)
    return nullptr;
  return Json{{"confirmed", native.answer == Confirmation::Answer::Confirmed},
              {"words", text(native.words)}};
}

Json harmOf(const Harm &harm) {
  if (harm.answer == Harm::Answer::NotAsked)
    return nullptr;
  Json runs = Json::array();
  for (const Evidence &run : harm.runs)
    runs.push_back(runOf(run));
  return Json{{"answer", toString(harm.answer)}, {"words", text(harm.words)}, {"runs", runs}};
}

Json raceOf(const Conviction &c) {
  Json json =
      pairOf(objectOf(c), accessOf(c.first, c.firstThread), accessOf(c.second, c.secondThread));
  json["fingerprint"] = fingerprintOf(c);
  json["native"] = nativeOf(c.native);
  json["harm"] = harmOf(c.harm);
  json["run"] = runOf(c.run);
  return json;
}

Json racesOf(const Ledger &ledger, const JsonContext &context) {
  Json races = Json::array();
  for (const Conviction &c : ledger.convictions) {
    Json json = raceOf(c);
    json["known"] = context.baseline ? Json(context.baseline->knows(c)) : Json(nullptr);
    races.push_back(std::move(json));
  }
  return races;
}

Json suppressedOf(const Ledger &ledger) {
  Json races = Json::array();
  for (const SuppressedRace &suppressed : ledger.suppressed) {
    Json json = raceOf(suppressed.race);
    json["reason"] = text(suppressed.reason);
    json["rule"] = text(suppressed.rule);
    races.push_back(std::move(json));
  }
  return races;
}

Json reasonsOf(const std::vector<Gap> &gaps) {
  Json reasons = Json::array();
  for (const Gap &gap : gaps) {
    Json reason = Json::object();
    reason["kind"] = toString(gap.kind);
    reason["message"] = text(gap.message);
    putPosition(reason, gap.at);
    reason["hint"] = textOrNull(gap.hint);
    reasons.push_back(std::move(reason));
  }
  return reasons;
}

Json reasonsOf(const Verdict &verdict) {
  const Unknown *unknown = verdict.unknown();
  return unknown ? reasonsOf(unknown->reasons) : Json::array();
}

Json violationOf(const Violation &violation) {
  Json json = Json::object();
  json["kind"] = text(violation.kind);
  json["message"] = text(violation.message);
  putPosition(json, violation.at);
  json["function"] = textOrNull(violation.function);
  json["called_from"] = callersOf(violation.calledFrom);
  json["inputs"] = inputsOf(violation.inputs);
  return json;
}

Json groupOf(const SharedVariable &shared) {
  Json json = Json::object();
  json["object"] = textOrNull(shared.object);
  json["access_count"] = shared.accesses;
  json["accesses"] = Json::array();
  for (const AccessSite &site : shared.sample)
    json["accesses"].push_back(accessOf(site, {}));
  json["lines_not_listed"] = shared.moreLines;
  json["threads"] = Json::array();
  for (const SharingThread &thread : shared.threads)
    json["threads"].push_back(
        Json{{"function", text(thread.function)}, {"several", thread.several}});
  json["total"] = shared.suspects;
  json["removed"] = Json::array();
  for (const Ruling &ruling : shared.rulings)
    json["removed"].push_back(Json{
        {"prover", text(ruling.prover)}, {"count", ruling.pairs}, {"reason", text(ruling.reason)}});
  json["left"] = shared.left();
  json["race"] = shared.raced;
  return json;
}

Json variableOf(const OpenVariable &variable) {
  Json json = pairOf(variable.name, accessOf(variable.first, {}), accessOf(variable.second, {}));
  json["writes"] = variable.writes;
  json["reads"] = variable.reads;
  json["pairs"] = variable.pairs;
  json["lock"] = nullptr;
  if (const UsualLock &lock = variable.lock; !lock.name.empty()) {
    Json without = Json::array();
    for (const AccessSite &site : lock.without)
      without.push_back(accessOf(site, {}));
    json["lock"] = Json{{"name", text(lock.name)},
                        {"holds", lock.holds},
                        {"accesses", lock.places},
                        {"without", std::move(without)}};
  }
  return json;
}

Json suspectsOf(const Ledger &ledger) {
  Json removed = Json::array();
  for (const EngineRecord &engine : ledger.engines)
    if (engine.removed > 0)
      removed.push_back(Json{{"prover", text(engine.engine)},
                             {"count", engine.removed},
                             {"reason", text(engine.reason)}});
  Json open = Json::array();
  for (const OpenSuspect &s : ledger.open)
    open.push_back(pairOf(s.object, accessOf(s.first, {}), accessOf(s.second, {})));

  Json suspects = Json::object();
  suspects["total"] = ledger.suspects;
  suspects["removed"] = std::move(removed);
  suspects["left"] = ledger.left();
  suspects["open"] = std::move(open);
  suspects["variables"] = Json::array();
  for (const OpenVariable &variable : ledger.variables.listed)
    suspects["variables"].push_back(variableOf(variable));
  suspects["variables_shared"] = ledger.variables.shared;
  suspects["variables_open"] = ledger.variables.count;
  suspects["variables_mixed_up"] = ledger.variables.mixedUp;
  suspects["groups"] = Json::array();
  for (const SharedVariable &shared : ledger.explanation.shared)
    suspects["groups"].push_back(groupOf(shared));
  suspects["groups_not_listed"] = ledger.explanation.notListed;
  suspects["groups_never_shared"] = ledger.explanation.neverShared;
  suspects["groups_without_conflict"] = ledger.explanation.neverSuspect;
  return suspects;
}

Json explorationOf(const std::optional<ExplorationStats> &stats) {
  if (!stats)
    return nullptr;
  Json json = Json::object();
  json["ended"] = text(stats->ended);
  json["runs"] = stats->runs;
  json["blocked_runs"] = stats->blockedRuns;
  json["hunted_runs"] = stats->huntedRuns;
  if (!stats->huntedStops.empty()) {
    Json &stops = json["hunted_stops"] = Json::array();
    for (const HuntedStop &stop : stats->huntedStops) {
      Json told = Json::object();
      told["runs"] = stop.runs;
      putPosition(told, stop.at);
      told["reason"] = text(stop.reason);
      stops.push_back(std::move(told));
    }
  }
  json["events"] = stats->events;
  json["steps"] = stats->steps;
  json["solver_queries"] = stats->queries;
  json["visible_sites"] = stats->visibleSites;
  json["reached_sites"] = stats->reachedSites;
  json["seconds"] = stats->seconds;
  json["solver_seconds"] = stats->solverSeconds;
  if (stats->pruningChecks > 0)
    json["pruning"] = {{"checks", stats->pruningChecks},
                       {"yes", stats->pruningYes},
                       {"skipped", stats->pruningSkipped}};
  return json;
}

Json statsOf(const CheckStats &stats) {
  Json json = Json::object();
  json["wall_seconds"] = stats.wallSeconds;
  json["cpu_seconds"] = stats.cpuSeconds;
  json["peak_memory_bytes"] = stats.peakMemoryBytes;
  json["functions"] = stats.functions;
  json["instructions"] = stats.instructions;
  json["access_sites"] = stats.accessSites;
  json["memory_groups"] = stats.memoryGroups;
  return json;
}

Json assumptionsIn(const CheckResult &result) {
  Json list = Json::array();
  for (const Assumption &assumption : assumptionsOf(result)) {
    Json functions = Json::array();
    for (const std::string &function : assumption.functions)
      functions.push_back(text(function));
    list.push_back(Json{{"name", text(assumption.name)},
                        {"message", text(assumption.words)},
                        {"functions", std::move(functions)}});
  }
  return list;
}

/// The common head of all results.
Json documentOf(const JsonContext &context, std::string_view verdict) {
  Json files = Json::array();
  for (const std::string &file : context.files)
    files.push_back(text(file));
  Json document = Json::object();
  document["schema_version"] = kJsonSchemaVersion;
  document["tool"] = Json{{"name", "raceward"}, {"version", text(context.version)}};
  document["files"] = std::move(files);
  document["property"] = text(context.property);
  document["data_model"] = text(context.dataModel);
  document["configuration"] = textOrNull(context.configuration);
  document["journal"] = textOrNull(context.journal);
  document["verdict"] = verdict;
  return document;
}

} // namespace

std::string jsonReport(const CheckResult &result, const JsonContext &context) {
  Json document = documentOf(context, result.verdict().name());
  document["model"] = toString(result.model);
  document["scope"] = text(result.scope);
  document["races"] = racesOf(result.ledger, context);
  document["suppressed"] = suppressedOf(result.ledger);
  document["reasons"] = reasonsOf(result.verdict());
  document["assumptions"] = assumptionsIn(result);
  document["suspects"] = suspectsOf(result.ledger);
  document["exploration"] = explorationOf(result.stats.exploration);
  document["stats"] = statsOf(result.stats);
  return printed(document);
}

std::string jsonReport(const PropertyResult &result, const JsonContext &context) {
  Json document = documentOf(context, result.verdict().name());
  document["scope"] = text(result.scope);
  document["violations"] = Json::array();
  for (const Violation &violation : result.ledger.violations)
    document["violations"].push_back(violationOf(violation));
  document["reasons"] = reasonsOf(result.verdict().reasons());
  document["paths"] = Json{{"completed", result.ledger.paths},
                           {"steps", result.ledger.steps},
                           {"solver_queries", result.ledger.queries}};
  document["exploration"] = explorationOf(result.stats.exploration);
  document["stats"] = statsOf(result.stats);
  return printed(document);
}

} // namespace raceward
