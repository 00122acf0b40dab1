#include "raceward/report/JsonReport.h"

#include "Findings.h"

#include "raceward/base/Text.h"
#include "raceward/report/Fingerprint.h"

#include <nlohmann/json.hpp>

namespace raceward {
namespace {

using Json = nlohmann::ordered_json;

Json text(std::string_view value) {
  return sanitizedUtf8(value);
}

/// Null says "not known"; an empty string would have to be explained.
Json textOrNull(std::string_view value) {
  return value.empty() ? Json(nullptr) : text(value);
}

void putPosition(Json &into, const SourcePosition &at) {
  into["file"] = at.known() ? text(at.file) : Json(nullptr);
  into["line"] = at.known() ? Json(at.line) : Json(nullptr);
  into["column"] = at.known() && at.column != 0 ? Json(at.column) : Json(nullptr);
}

Json accessOf(const AccessSite &site, std::string_view thread) {
  Json access = Json::object();
  putPosition(access, site.at);
  access["function"] = textOrNull(site.function);
  access["thread"] = textOrNull(thread);
  access["kind"] = toString(site.kind);
  access["expression"] = textOrNull(site.name);
  access["atomic"] = isAtomic(site) ? Json(toString(site.order)) : Json(nullptr);
  access["call"] = textOrNull(site.call);
  return access;
}

Json pairOf(std::string_view object, Json first, Json second) {
  Json pair = Json::object();
  pair["object"] = textOrNull(object);
  pair["accesses"] = Json::array({std::move(first), std::move(second)});
  return pair;
}

Json inputsOf(const std::vector<GivenInput> &inputs) {
  Json list = Json::array();
  for (const GivenInput &input : inputs) {
    Json given = Json::object();
    given["source"] = textOrNull(input.source);
    putPosition(given, input.at);
    given["bits"] = input.bits;
    given["value"] = text(input.value);
    list.push_back(std::move(given));
  }
  return list;
}

Json numberOrNull(const std::optional<std::uint32_t> &number) {
  return number ? Json(*number) : Json(nullptr);
}

Json threadsOf(const Evidence &run) {
  Json threads = Json::array();
  for (std::size_t number = 0; number < run.threads.size(); ++number) {
    const EvidenceThread &thread = run.threads[number];
    Json json = Json::object();
    json["thread"] = number;
    json["function"] = textOrNull(thread.function);
    json["created_by"] = numberOrNull(thread.creator);
    putPosition(json, thread.createdAt);
    threads.push_back(std::move(json));
  }
  return threads;
}

Json callersOf(const std::vector<Caller> &callers) {
  Json calls = Json::array();
  for (const Caller &caller : callers) {
    Json call = Json::object();
    call["function"] = textOrNull(caller.function);
    putPosition(call, caller.at);
    calls.push_back(std::move(call));
  }
  return calls;
}

Json memoryOf(const std::vector<EvidenceAccess> &accesses) {
  Json list = Json::array();
  for (const EvidenceAccess &access : accesses)
    list.push_back(Json{{"object", access.object},
                        {"offset", access.offset},
                        {"bytes", access.bytes},
                        {"writes", access.writes},
                        {"value", textOrNull(access.value)}});
  return list;
}

Json stepsOf(const Evidence &run) {
  Json steps = Json::array();
  for (const EvidenceStep &step : run.steps) {
    Json json = Json::object();
    json["thread"] = step.thread;
    json["action"] = text(step.action);
    json["object"] = textOrNull(step.object);
    json["target"] = numberOrNull(step.target);
    putPosition(json, step.at);
    json["function"] = textOrNull(step.function);
    json["outcome"] = step.outcome;
    json["call"] = textOrNull(step.call);
    json["called_from"] = callersOf(step.calledFrom);
    json["accesses"] = memoryOf(step.accesses);
    json["meeting"] = numberOrNull(step.meeting);
    json["after"] = step.after;
    steps.push_back(std::move(json));
  }
  return steps;
}

Json runOf(const Evidence &run) {
  if (run.steps.empty())
    return nullptr;
  Json json = Json::object();
  json["threads"] = threadsOf(run);
  json["inputs"] = inputsOf(run.inputs);
  json["steps"] = stepsOf(run);
  json["racing_steps"] = Json::array({run.firstAccess, run.steps.size() - 1});
  return json;
}

Json raceOf(const Conviction &c) {
  Json json =
      pairOf(objectOf(c), accessOf(c.first, c.firstThread), accessOf(c.second, c.secondThread));
  json["fingerprint"] = fingerprintOf(c);
  json["run"] = runOf(c.run);
  return json;
}

Json racesOf(const Verdict &verdict, const JsonContext &context) {
  Json races = Json::array();
  if (const Race *race = verdict.race())
    for (const Conviction &c : race->convictions) {
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
  json["events"] = stats->events;
  json["steps"] = stats->steps;
  json["solver_queries"] = stats->queries;
  json["visible_sites"] = stats->visibleSites;
  json["reached_sites"] = stats->reachedSites;
  json["seconds"] = stats->seconds;
  json["solver_seconds"] = stats->solverSeconds;
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

/// What every result begins with.
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
  document["verdict"] = verdict;
  return document;
}

/// ASCII only: a file name may hold control characters beyond ASCII, and this text,
/// too, is looked at in terminals.
std::string printed(const Json &document) {
  constexpr int kIndent = 2;
  return document.dump(kIndent, ' ', true, Json::error_handler_t::replace) + "\n";
}

} // namespace

std::string jsonReport(const CheckResult &result, const JsonContext &context) {
  Json document = documentOf(context, result.verdict.name());
  document["model"] = toString(result.model);
  document["scope"] = text(result.scope);
  document["races"] = racesOf(result.verdict, context);
  document["suppressed"] = suppressedOf(result.ledger);
  document["reasons"] = reasonsOf(result.verdict);
  document["suspects"] = suspectsOf(result.ledger);
  document["exploration"] = explorationOf(result.stats.exploration);
  document["stats"] = statsOf(result.stats);
  return printed(document);
}

std::string jsonReport(const PropertyResult &result, const JsonContext &context) {
  Json document = documentOf(context, result.verdict.name());
  document["scope"] = text(result.scope);
  document["violations"] = Json::array();
  for (const Violation &violation : result.ledger.violations)
    document["violations"].push_back(violationOf(violation));
  document["reasons"] = reasonsOf(result.verdict.reasons());
  document["paths"] = Json{{"completed", result.ledger.paths},
                           {"steps", result.ledger.steps},
                           {"solver_queries", result.ledger.queries}};
  document["exploration"] = explorationOf(result.stats.exploration);
  document["stats"] = statsOf(result.stats);
  return printed(document);
}

} // namespace raceward
