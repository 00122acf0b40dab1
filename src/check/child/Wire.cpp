#include "raceward/check/Wire.h"

#include "raceward/base/Json.h"
#include "raceward/base/Text.h"
#include "raceward/model/RunFacts.h"

#include <algorithm>
#include <array>
#include <limits>

namespace raceward {

namespace {

// ---- encoding

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

// ---- decoding
//
// Each read() fills in its target and returns whether the value was well-formed.

bool read(const Json &value, std::string &to) {
  if (!value.isString())
    return false;
  to = value.asString();
  return true;
}

bool read(const Json &value, bool &to) {
  if (!value.isBoolean())
    return false;
  to = value.asBoolean();
  return true;
}

bool read(const Json &value, std::uint64_t &to) {
  if (!value.isUnsigned())
    return false;
  to = value.asUnsigned();
  return true;
}

bool read(const Json &value, std::uint32_t &to) {
  std::uint64_t wide = 0;
  if (!read(value, wide) || wide > std::numeric_limits<std::uint32_t>::max())
    return false;
  to = static_cast<std::uint32_t>(wide);
  return true;
}

bool read(const Json &value, double &to) {
  if (!value.isNumber())
    return false;
  to = value.asDouble();
  return true;
}

/// Null stands for no value.
template <typename T> bool readOptional(const Json &value, std::optional<T> &to);

/// An enum is sent as its number; `last` is its last value.
template <typename Enum> bool readEnum(const Json &value, Enum &to, Enum last) {
  std::uint64_t number = 0;
  if (!read(value, number) || number > static_cast<std::uint64_t>(last))
    return false;
  to = static_cast<Enum>(number);
  return true;
}

/// A missing member reads as null, which no read() accepts as a value.
const Json &member(const Json &object, const char *key) {
  return object[key];
}

bool read(const Json &value, SourcePosition &to) {
  return value.isArray() && value.size() == 3 && read(value[0], to.file) &&
         read(value[1], to.line) && read(value[2], to.column);
}

// Argument-dependent lookup does not see an unnamed namespace, so readList() needs these.
bool read(const Json &value, Gap &to);
bool read(const Json &value, EngineRecord &to);
bool read(const Json &value, OpenSuspect &to);
bool read(const Json &value, Conviction &to);
bool read(const Json &value, Evidence &to);
bool read(const Json &value, EvidenceThread &to);
bool read(const Json &value, EvidenceAccess &to);
bool read(const Json &value, EvidenceStep &to);
bool read(const Json &value, HuntedStop &to);
bool read(const Json &value, ExplorationStats &to);
bool read(const Json &value, Caller &to);
bool read(const Json &value, GivenInput &to);
bool read(const Json &value, Assumption &to);
bool read(const Json &value, ExposedFunction &to);
bool read(const Json &value, EntryDriver &to);
bool read(const Json &value, Violation &to);
bool read(const Json &value, AccessSite &to);
bool read(const Json &value, Ruling &to);
bool read(const Json &value, SharingThread &to);
bool read(const Json &value, SharedVariable &to);
bool read(const Json &value, WorkerStatus &to);
bool read(const Json &value, WorkSpan &to);

template <typename T> bool readList(const Json &value, std::vector<T> &to) {
  if (!value.isArray())
    return false;
  for (const Json &item : value) {
    if (!read(item, to.emplace_back()))
      return false;
  }
  return true;
}

template <typename T> bool readOptional(const Json &value, std::optional<T> &to) {
  return value.isNull() || read(value, to.emplace());
}

bool read(const Json &value, AccessSite &to) {
  std::uint32_t id = 0;
  if (!read(member(value, "id"), id))
    return false;
  to.id = SiteId(id);
  return readOptional(member(value, "bytes"), to.bytes) &&
         readEnum(member(value, "kind"), to.kind, AccessKind::ReadWrite) &&
         readEnum(member(value, "order"), to.order, MemoryOrder::SeqCst) &&
         read(member(value, "volatile"), to.isVolatile) && read(member(value, "at"), to.at) &&
         readList(member(value, "inlined"), to.inlinedAt) &&
         read(member(value, "function"), to.function) && read(member(value, "name"), to.name) &&
         read(member(value, "call"), to.call);
}

bool read(const Json &value, Gap &to) {
  std::string name;
  if (!read(member(value, "kind"), name))
    return false;
  const std::optional<GapKind> kind = gapKindFromString(name);
  if (!kind)
    return false;
  to.kind = *kind;
  return read(member(value, "message"), to.message) && read(member(value, "at"), to.at) &&
         read(member(value, "hint"), to.hint);
}

bool read(const Json &value, EngineRecord &to) {
  return read(member(value, "engine"), to.engine) && read(member(value, "removed"), to.removed) &&
         readList(member(value, "gaps"), to.gaps) &&
         read(member(value, "foundation"), to.foundation) &&
         read(member(value, "reason"), to.reason);
}

bool read(const Json &value, OpenSuspect &to) {
  return read(member(value, "first"), to.first) && read(member(value, "second"), to.second) &&
         read(member(value, "object"), to.object);
}

bool read(const Json &value, EvidenceThread &to) {
  return read(member(value, "function"), to.function) &&
         readOptional(member(value, "creator"), to.creator) &&
         read(member(value, "createdAt"), to.createdAt);
}

bool read(const Json &value, EvidenceAccess &to) {
  return read(member(value, "object"), to.object) && read(member(value, "offset"), to.offset) &&
         read(member(value, "bytes"), to.bytes) && read(member(value, "writes"), to.writes) &&
         read(member(value, "value"), to.value);
}

bool read(const Json &value, ActionKind &to) {
  std::string word;
  if (!read(value, word))
    return false;
  const std::optional<ActionKind> kind = actionKindNamed(word);
  to = kind.value_or(ActionKind::Local);
  return kind.has_value();
}

bool read(const Json &value, EvidenceStep &to) {
  return read(member(value, "thread"), to.thread) && read(member(value, "action"), to.action) &&
         read(member(value, "object"), to.object) &&
         readOptional(member(value, "target"), to.target) && read(member(value, "at"), to.at) &&
         read(member(value, "function"), to.function) &&
         read(member(value, "outcome"), to.outcome) && read(member(value, "call"), to.call) &&
         readList(member(value, "calledFrom"), to.calledFrom) &&
         readList(member(value, "accesses"), to.accesses) &&
         readOptional(member(value, "meeting"), to.meeting) &&
         readList(member(value, "after"), to.after);
}

bool read(const Json &value, Evidence &to) {
  return readList(member(value, "threads"), to.threads) &&
         readList(member(value, "inputs"), to.inputs) &&
         readList(member(value, "steps"), to.steps) &&
         read(member(value, "firstAccess"), to.firstAccess) && numbersFit(to);
}

bool read(const Json &value, Conviction &to) {
  return read(member(value, "first"), to.first) && read(member(value, "second"), to.second) &&
         read(member(value, "firstThread"), to.firstThread) &&
         read(member(value, "secondThread"), to.secondThread) &&
         read(member(value, "run"), to.run) &&
         readEnum(member(value, "native"), to.native.answer, Confirmation::Answer::NotConfirmed) &&
         read(member(value, "nativeWords"), to.native.words) &&
         readEnum(member(value, "harm"), to.harm.answer, Harm::Answer::Undecided) &&
         read(member(value, "harmWords"), to.harm.words) &&
         readList(member(value, "harmRuns"), to.harm.runs) &&
         (to.harm.answer != Harm::Answer::Harmful || to.harm.runs.size() == 2);
}

bool read(const Json &value, HuntedStop &to) {
  return read(member(value, "runs"), to.runs) && read(member(value, "at"), to.at) &&
         read(member(value, "reason"), to.reason);
}

bool read(const Json &value, ExplorationStats &to) {
  return read(member(value, "ended"), to.ended) && read(member(value, "runs"), to.runs) &&
         read(member(value, "blockedRuns"), to.blockedRuns) &&
         read(member(value, "huntedRuns"), to.huntedRuns) &&
         readList(member(value, "huntedStops"), to.huntedStops) &&
         read(member(value, "events"), to.events) && read(member(value, "steps"), to.steps) &&
         read(member(value, "queries"), to.queries) &&
         read(member(value, "visibleSites"), to.visibleSites) &&
         read(member(value, "reachedSites"), to.reachedSites) &&
         read(member(value, "pruningChecks"), to.pruningChecks) &&
         read(member(value, "pruningYes"), to.pruningYes) &&
         read(member(value, "pruningSkipped"), to.pruningSkipped) &&
         read(member(value, "solverSeconds"), to.solverSeconds) &&
         read(member(value, "seconds"), to.seconds);
}

bool read(const Json &value, ExposedFunction &to) {
  return read(member(value, "name"), to.name) && read(member(value, "symbol"), to.symbol) &&
         read(member(value, "file"), to.file);
}

bool read(const Json &value, EntryDriver &to) {
  return read(member(value, "name"), to.name) && read(member(value, "text"), to.text) &&
         readList(member(value, "exposed"), to.exposed) &&
         read(member(value, "replacesMain"), to.replacesMain) &&
         readList(member(value, "assumptions"), to.assumptions);
}

bool read(const Json &value, CheckStats &to) {
  return read(member(value, "functions"), to.functions) &&
         read(member(value, "instructions"), to.instructions) &&
         read(member(value, "accessSites"), to.accessSites) &&
         read(member(value, "memoryGroups"), to.memoryGroups) &&
         readList(member(value, "sources"), to.sources) &&
         readOptional(member(value, "driver"), to.driver) &&
         readOptional(member(value, "exploration"), to.exploration);
}

bool read(const Json &value, Error &to) {
  return readEnum(member(value, "kind"), to.kind, Error::Kind::Internal) &&
         read(member(value, "message"), to.message) && read(member(value, "details"), to.details) &&
         read(member(value, "hint"), to.hint);
}

bool read(const Json &value, Ruling &to) {
  return read(member(value, "prover"), to.prover) && read(member(value, "reason"), to.reason) &&
         read(member(value, "pairs"), to.pairs);
}

bool read(const Json &value, SharingThread &to) {
  return read(member(value, "function"), to.function) && read(member(value, "several"), to.several);
}

/// SharedVariable::left() would abort the parent if the sums did not add up.
bool sumsAddUp(const SharedVariable &shared) {
  std::uint64_t left = shared.suspects;
  for (const Ruling &ruling : shared.rulings) {
    if (ruling.pairs > left)
      return false;
    left -= ruling.pairs;
  }
  return true;
}

bool read(const Json &value, SharedVariable &to) {
  return read(member(value, "group"), to.group) && read(member(value, "object"), to.object) &&
         read(member(value, "accesses"), to.accesses) &&
         readList(member(value, "sample"), to.sample) &&
         read(member(value, "moreLines"), to.moreLines) &&
         readList(member(value, "threads"), to.threads) &&
         read(member(value, "suspects"), to.suspects) &&
         readList(member(value, "rulings"), to.rulings) && read(member(value, "raced"), to.raced) &&
         sumsAddUp(to);
}

bool read(const Json &value, Explanation &to) {
  return readList(member(value, "shared"), to.shared) &&
         read(member(value, "notListed"), to.notListed) &&
         read(member(value, "neverShared"), to.neverShared) &&
         read(member(value, "neverSuspect"), to.neverSuspect);
}

/// Ledger::removed() would abort the parent if the sums did not add up (a defect of the child).
bool sumsAddUp(const Ledger &ledger) {
  std::uint64_t left = ledger.suspects;
  for (const EngineRecord &engine : ledger.engines) {
    if (engine.removed > left)
      return false;
    left -= engine.removed;
  }
  return true;
}

bool read(const Json &value, Ledger &to) {
  return read(member(value, "suspects"), to.suspects) &&
         readList(member(value, "engines"), to.engines) &&
         readList(member(value, "convictions"), to.convictions) &&
         read(member(value, "everyRaceFound"), to.everyRaceFound) &&
         readList(member(value, "assumptions"), to.assumptions) &&
         readList(member(value, "open"), to.open) &&
         read(member(value, "explanation"), to.explanation) &&
         readList(member(value, "interruptions"), to.interruptions) &&
         read(member(value, "closed"), to.closed) && sumsAddUp(to);
}

bool read(const Json &value, Caller &to) {
  return read(member(value, "function"), to.function) && read(member(value, "at"), to.at);
}

bool read(const Json &value, Assumption &to) {
  return read(member(value, "name"), to.name) && read(member(value, "words"), to.words) &&
         readList(member(value, "functions"), to.functions);
}

bool read(const Json &value, GivenInput &to) {
  return read(member(value, "source"), to.source) && read(member(value, "at"), to.at) &&
         read(member(value, "bits"), to.bits) && read(member(value, "value"), to.value) &&
         read(member(value, "thread"), to.thread) && read(member(value, "afterStep"), to.afterStep);
}

bool read(const Json &value, Violation &to) {
  return read(member(value, "kind"), to.kind) && read(member(value, "message"), to.message) &&
         read(member(value, "at"), to.at) && read(member(value, "function"), to.function) &&
         readList(member(value, "calledFrom"), to.calledFrom) &&
         readList(member(value, "inputs"), to.inputs);
}

bool read(const Json &value, PathLedger &to) {
  std::string name;
  if (!read(member(value, "property"), name))
    return false;
  const std::optional<Property> property = propertyFromString(name);
  if (!property)
    return false;
  to.property = *property;
  return read(member(value, "paths"), to.paths) && read(member(value, "steps"), to.steps) &&
         read(member(value, "queries"), to.queries) &&
         readList(member(value, "violations"), to.violations) &&
         readList(member(value, "gaps"), to.gaps) && read(member(value, "closed"), to.closed);
}

bool read(const Json &value, Validation &to) {
  return readEnum(member(value, "answer"), to.answer, Validation::Answer::Unknown) &&
         read(member(value, "reason"), to.reason) && readList(member(value, "notes"), to.notes);
}

bool readSeconds(const Json &value, double &to) {
  return read(value, to) && to >= 0;
}

bool readFraction(const Json &value, double &to) {
  return readSeconds(value, to) && to <= 1;
}

bool read(const Json &value, WorkerStatus &to) {
  return read(member(value, "name"), to.name) && read(member(value, "there"), to.isThere) &&
         read(member(value, "busy"), to.isBusy) && read(member(value, "items"), to.items) &&
         read(member(value, "runs"), to.runs) &&
         readSeconds(member(value, "busySeconds"), to.busySeconds);
}

bool read(const Json &value, WorkSpan &to) {
  return value.isArray() && value.size() == 5 && read(value[0], to.worker) &&
         readSeconds(value[1], to.begin) && readSeconds(value[2], to.end) && to.begin <= to.end &&
         read(value[3], to.runs) && read(value[4], to.isLost);
}

bool read(const Json &value, WorkStatus &to) {
  return readSeconds(member(value, "seconds"), to.seconds) &&
         readList(member(value, "workers"), to.workers) &&
         read(member(value, "itemsOpen"), to.itemsOpen) &&
         read(member(value, "itemsClosed"), to.itemsClosed) &&
         read(member(value, "runs"), to.runs) &&
         read(member(value, "blockedRuns"), to.blockedRuns) &&
         read(member(value, "events"), to.events) && read(member(value, "races"), to.races) &&
         readFraction(member(value, "fraction"), to.fraction) &&
         readFraction(member(value, "fractionLow"), to.fractionLow) &&
         read(member(value, "repeatedItems"), to.repeatedItems) &&
         read(member(value, "ignoredResults"), to.ignoredResults) &&
         readList(member(value, "spans"), to.spans) &&
         std::all_of(to.spans.begin(), to.spans.end(),
                     [&](const WorkSpan &span) { return span.worker < to.workers.size(); });
}

bool read(const Json &value, WireProgress &to) {
  return read(member(value, "phase"), to.phase);
}
bool read(const Json &value, WireWarnings &to) {
  return read(member(value, "text"), to.text);
}
bool read(const Json &value, WireText &to) {
  return read(member(value, "text"), to.text);
}

template <typename T> std::optional<WireMessage> messageFrom(const Json &object) {
  T message;
  if (!read(object, message))
    return std::nullopt;
  return WireMessage(std::move(message));
}

} // namespace

std::string encode(const WireMessage &message) {
  return std::visit(ToJson{}, message).dump() + "\n";
}

std::optional<WireMessage> decode(std::string_view line) {
  const Json object = Json::parse(line);
  std::string type;
  if (!read(member(object, "type"), type))
    return std::nullopt;
  struct Row {
    std::string_view type;
    std::optional<WireMessage> (*from)(const Json &);
  };
  constexpr std::array<Row, 9> rows{{{"progress", messageFrom<WireProgress>},
                                     {"warnings", messageFrom<WireWarnings>},
                                     {"text", messageFrom<WireText>},
                                     {"stats", messageFrom<CheckStats>},
                                     {"error", messageFrom<Error>},
                                     {"ledger", messageFrom<Ledger>},
                                     {"paths", messageFrom<PathLedger>},
                                     {"validation", messageFrom<Validation>},
                                     {"work", messageFrom<WorkStatus>}}};
  for (const Row &row : rows)
    if (row.type == type)
      return row.from(object);
  return std::nullopt;
}

std::string encodeGaps(const std::vector<Gap> &gaps) {
  return listToJson(gaps).dump();
}

std::optional<std::vector<Gap>> decodeGaps(std::string_view text) {
  std::vector<Gap> gaps;
  if (!readList(Json::parse(text), gaps))
    return std::nullopt;
  return gaps;
}

void LineAssembler::add(std::string_view piece,
                        const std::function<void(std::string_view line)> &onLine) {
  while (true) {
    const std::size_t end = piece.find('\n');
    if (end == std::string_view::npos) {
      rest_ += piece;
      return;
    }
    if (rest_.empty()) {
      onLine(piece.substr(0, end));
    } else {
      rest_ += piece.substr(0, end);
      onLine(rest_);
      rest_.clear();
    }
    piece.remove_prefix(end + 1);
  }
}

} // namespace raceward
