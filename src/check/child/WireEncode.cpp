#include "raceward/check/Wire.h"

#include "raceward/base/Json.h"
#include "raceward/base/Text.h"

namespace raceward {

namespace {

Json toJson(const SourcePosition &at) {
  return Json::array({sanitizedUtf8(at.file), at.line, at.column});
}

Json toJson(const AccessSite &site) {
  Json inlined = Json::array();
  for (const SourcePosition &at : site.inlinedAt)
    inlined.push_back(toJson(at));
  return {{"id", site.id.index()},
          {"kind", static_cast<unsigned>(site.kind)},
          {"order", static_cast<unsigned>(site.order)},
          {"volatile", site.isVolatile},
          {"at", toJson(site.at)},
          {"inlined", std::move(inlined)},
          {"function", sanitizedUtf8(site.function)},
          {"name", sanitizedUtf8(site.name)},
          {"variable", sanitizedUtf8(site.variable)},
          {"call", sanitizedUtf8(site.call)},
          {"bytes", site.bytes ? Json(*site.bytes) : Json()}};
}

Json toJson(const Gap &gap) {
  return {{"kind", toString(gap.kind)},
          {"message", sanitizedUtf8(gap.message)},
          {"at", toJson(gap.at)},
          {"hint", sanitizedUtf8(gap.hint)}};
}

Json toJson(const EngineRecord &engine) {
  Json gaps = Json::array();
  for (const Gap &gap : engine.gaps)
    gaps.push_back(toJson(gap));
  return {{"engine", sanitizedUtf8(engine.engine)},
          {"removed", engine.removed},
          {"gaps", std::move(gaps)},
          {"foundation", engine.foundation},
          {"reason", sanitizedUtf8(engine.reason)}};
}

Json toJson(const OpenSuspect &open) {
  return {{"first", toJson(open.first)},
          {"second", toJson(open.second)},
          {"object", sanitizedUtf8(open.object)}};
}

// Argument-dependent lookup does not see an unnamed namespace, so listToJson() needs these.
Json toJson(const Conviction &conviction);
Json toJson(const Evidence &run);
Json toJson(const EvidenceThread &thread);
Json toJson(const EvidenceAccess &access);
Json toJson(const EvidenceStep &step);
Json toJson(const HuntedStop &stop);
Json toJson(const Caller &caller);
Json toJson(const GivenInput &input);
Json toJson(const Assumption &assumption);
Json toJson(const ExposedFunction &function);
Json toJson(const Violation &violation);
Json toJson(const Ruling &ruling);
Json toJson(const SharingThread &thread);
Json toJson(const OpenVariable &variable);
Json toJson(const SharedVariable &shared);
Json toJson(const WorkerStatus &worker);
Json toJson(const WorkSpan &span);

template <typename T> Json listToJson(const std::vector<T> &items) {
  Json list = Json::array();
  for (const T &item : items)
    list.push_back(toJson(item));
  return list;
}

Json toJson(const std::optional<std::uint32_t> &number) {
  return number ? Json(*number) : Json();
}

Json toJson(const EvidenceThread &thread) {
  return {{"function", sanitizedUtf8(thread.function)},
          {"creator", toJson(thread.creator)},
          {"createdAt", toJson(thread.createdAt)}};
}

Json toJson(const EvidenceAccess &access) {
  return {{"object", access.object},
          {"offset", access.offset},
          {"bytes", access.bytes},
          {"writes", access.writes},
          {"value", sanitizedUtf8(access.value)}};
}

Json toJson(const EvidenceStep &step) {
  return {{"thread", step.thread},
          {"action", toString(step.action)},
          {"object", sanitizedUtf8(step.object)},
          {"target", toJson(step.target)},
          {"at", toJson(step.at)},
          {"function", sanitizedUtf8(step.function)},
          {"outcome", step.outcome},
          {"call", sanitizedUtf8(step.call)},
          {"calledFrom", listToJson(step.calledFrom)},
          {"accesses", listToJson(step.accesses)},
          {"meeting", toJson(step.meeting)},
          {"after", step.after}};
}

Json toJson(const Evidence &run) {
  return {{"threads", listToJson(run.threads)},
          {"inputs", listToJson(run.inputs)},
          {"steps", listToJson(run.steps)},
          {"firstAccess", run.firstAccess}};
}

Json toJson(const Ruling &ruling) {
  return {{"prover", sanitizedUtf8(ruling.prover)},
          {"reason", sanitizedUtf8(ruling.reason)},
          {"pairs", ruling.pairs}};
}

Json toJson(const SharingThread &thread) {
  return {{"function", sanitizedUtf8(thread.function)}, {"several", thread.several}};
}

Json toJson(const SharedVariable &shared) {
  Json sample = Json::array();
  for (const AccessSite &site : shared.sample)
    sample.push_back(toJson(site));
  return {{"group", shared.group},         {"object", sanitizedUtf8(shared.object)},
          {"accesses", shared.accesses},   {"sample", std::move(sample)},
          {"moreLines", shared.moreLines}, {"threads", listToJson(shared.threads)},
          {"suspects", shared.suspects},   {"rulings", listToJson(shared.rulings)},
          {"raced", shared.raced}};
}

Json toJson(const UsualLock &lock) {
  Json without = Json::array();
  for (const AccessSite &site : lock.without)
    without.push_back(toJson(site));
  return {{"name", sanitizedUtf8(lock.name)},
          {"holds", lock.holds},
          {"places", lock.places},
          {"without", std::move(without)}};
}

Json toJson(const OpenVariable &variable) {
  return {{"name", sanitizedUtf8(variable.name)},
          {"writes", variable.writes},
          {"reads", variable.reads},
          {"pairs", variable.pairs},
          {"first", toJson(variable.first)},
          {"second", toJson(variable.second)},
          {"lock", toJson(variable.lock)}};
}

Json toJson(const OpenVariables &variables) {
  return {{"listed", listToJson(variables.listed)},
          {"count", variables.count},
          {"mixedUp", variables.mixedUp},
          {"shared", variables.shared}};
}

Json toJson(const Explanation &explanation) {
  return {{"shared", listToJson(explanation.shared)},
          {"notListed", explanation.notListed},
          {"neverShared", explanation.neverShared},
          {"neverSuspect", explanation.neverSuspect}};
}

Json toJson(const Conviction &conviction) {
  return {{"first", toJson(conviction.first)},
          {"second", toJson(conviction.second)},
          {"firstThread", sanitizedUtf8(conviction.firstThread)},
          {"secondThread", sanitizedUtf8(conviction.secondThread)},
          {"run", toJson(conviction.run)},
          {"native", static_cast<unsigned>(conviction.native.answer)},
          {"nativeWords", sanitizedUtf8(conviction.native.words)},
          {"harm", static_cast<unsigned>(conviction.harm.answer)},
          {"harmWords", sanitizedUtf8(conviction.harm.words)},
          {"harmRuns", listToJson(conviction.harm.runs)}};
}

Json toJson(const HuntedStop &stop) {
  return {{"runs", stop.runs}, {"at", toJson(stop.at)}, {"reason", sanitizedUtf8(stop.reason)}};
}

Json toJson(const ExplorationStats &stats) {
  return {{"ended", sanitizedUtf8(stats.ended)},
          {"runs", stats.runs},
          {"blockedRuns", stats.blockedRuns},
          {"huntedRuns", stats.huntedRuns},
          {"huntedStops", listToJson(stats.huntedStops)},
          {"events", stats.events},
          {"steps", stats.steps},
          {"queries", stats.queries},
          {"visibleSites", stats.visibleSites},
          {"reachedSites", stats.reachedSites},
          {"pruningChecks", stats.pruningChecks},
          {"pruningYes", stats.pruningYes},
          {"pruningSkipped", stats.pruningSkipped},
          {"solverSeconds", stats.solverSeconds},
          {"seconds", stats.seconds}};
}

Json toJson(const Caller &caller) {
  return {{"function", sanitizedUtf8(caller.function)}, {"at", toJson(caller.at)}};
}

Json toJson(const Assumption &assumption) {
  Json functions = Json::array();
  for (const std::string &function : assumption.functions)
    functions.push_back(sanitizedUtf8(function));
  return {{"name", sanitizedUtf8(assumption.name)},
          {"words", sanitizedUtf8(assumption.words)},
          {"functions", std::move(functions)}};
}

Json toJson(const ExposedFunction &function) {
  return {{"name", sanitizedUtf8(function.name)},
          {"symbol", sanitizedUtf8(function.symbol)},
          {"file", sanitizedUtf8(function.file)}};
}

Json toJson(const EntryDriver &driver) {
  return {{"name", sanitizedUtf8(driver.name)},
          {"text", sanitizedUtf8(driver.text)},
          {"exposed", listToJson(driver.exposed)},
          {"replacesMain", driver.replacesMain},
          {"assumptions", listToJson(driver.assumptions)}};
}

Json toJson(const GivenInput &input) {
  return {{"source", sanitizedUtf8(input.source)},
          {"at", toJson(input.at)},
          {"bits", input.bits},
          {"value", sanitizedUtf8(input.value)},
          {"thread", input.thread},
          {"afterStep", input.afterStep}};
}

Json toJson(const Violation &violation) {
  return {{"kind", sanitizedUtf8(violation.kind)},
          {"message", sanitizedUtf8(violation.message)},
          {"at", toJson(violation.at)},
          {"function", sanitizedUtf8(violation.function)},
          {"calledFrom", listToJson(violation.calledFrom)},
          {"inputs", listToJson(violation.inputs)}};
}

Json toJson(const WorkerStatus &worker) {
  return {{"name", sanitizedUtf8(worker.name)},
          {"there", worker.isThere},
          {"busy", worker.isBusy},
          {"items", worker.items},
          {"runs", worker.runs},
          {"busySeconds", worker.busySeconds}};
}

/// Without field names: there may be a million spans.
Json toJson(const WorkSpan &span) {
  return Json::array({span.worker, span.begin, span.end, span.runs, span.isLost});
}

struct ToJson {
  Json operator()(const WireProgress &progress) const {
    return {{"type", "progress"}, {"phase", sanitizedUtf8(progress.phase)}};
  }
  Json operator()(const WireWarnings &warnings) const {
    return {{"type", "warnings"}, {"text", sanitizedUtf8(warnings.text)}};
  }
  Json operator()(const WireText &text) const {
    return {{"type", "text"}, {"text", sanitizedUtf8(text.text)}};
  }
  Json operator()(const CheckStats &stats) const {
    Json sources = Json::array();
    for (const std::string &file : stats.sources)
      sources.push_back(sanitizedUtf8(file));
    // The parent measures time and memory.
    return {{"type", "stats"},
            {"functions", stats.functions},
            {"instructions", stats.instructions},
            {"accessSites", stats.accessSites},
            {"memoryGroups", stats.memoryGroups},
            {"sources", std::move(sources)},
            {"driver", stats.driver ? toJson(*stats.driver) : Json()},
            {"exploration", stats.exploration ? toJson(*stats.exploration) : Json()}};
  }
  Json operator()(const Error &error) const {
    return {{"type", "error"},
            {"kind", static_cast<unsigned>(error.kind)},
            {"message", sanitizedUtf8(error.message)},
            {"details", sanitizedUtf8(error.details)},
            {"hint", sanitizedUtf8(error.hint)}};
  }
  Json operator()(const Ledger &ledger) const {
    return {{"type", "ledger"},
            {"suspects", ledger.suspects},
            {"engines", listToJson(ledger.engines)},
            {"convictions", listToJson(ledger.convictions)},
            {"everyRaceFound", ledger.everyRaceFound},
            {"assumptions", listToJson(ledger.assumptions)},
            {"open", listToJson(ledger.open)},
            {"variables", toJson(ledger.variables)},
            {"explanation", toJson(ledger.explanation)},
            {"interruptions", listToJson(ledger.interruptions)},
            {"closed", ledger.closed}};
  }
  Json operator()(const Validation &validation) const {
    Json notes = Json::array();
    for (const std::string &note : validation.notes)
      notes.push_back(sanitizedUtf8(note));
    return {{"type", "validation"},
            {"answer", static_cast<unsigned>(validation.answer)},
            {"reason", sanitizedUtf8(validation.reason)},
            {"notes", std::move(notes)}};
  }
  Json operator()(const PathLedger &ledger) const {
    return {{"type", "paths"},
            {"property", toString(ledger.property)},
            {"paths", ledger.paths},
            {"steps", ledger.steps},
            {"queries", ledger.queries},
            {"violations", listToJson(ledger.violations)},
            {"gaps", listToJson(ledger.gaps)},
            {"closed", ledger.closed}};
  }
  Json operator()(const WorkStatus &status) const {
    return {{"type", "work"},
            {"seconds", status.seconds},
            {"workers", listToJson(status.workers)},
            {"itemsOpen", status.itemsOpen},
            {"itemsClosed", status.itemsClosed},
            {"runs", status.runs},
            {"blockedRuns", status.blockedRuns},
            {"events", status.events},
            {"races", status.races},
            {"fraction", status.fraction},
            {"fractionLow", status.fractionLow},
            {"repeatedItems", status.repeatedItems},
            {"ignoredResults", status.ignoredResults},
            {"spans", listToJson(status.spans)}};
  }
};

} // namespace

std::string encode(const WireMessage &message) {
  return std::visit(ToJson{}, message).dump() + "\n";
}

std::string encodeGaps(const std::vector<Gap> &gaps) {
  return listToJson(gaps).dump();
}

} // namespace raceward
