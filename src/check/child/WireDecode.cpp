// Each read() fills in its target and returns whether the value was well-formed.
#include "raceward/check/Wire.h"

#include "raceward/base/Json.h"
#include "raceward/model/RunFacts.h"

#include <algorithm>
#include <array>
#include <limits>

namespace raceward {

namespace {

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
bool read(const Json &value, OpenVariable &to);
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
         read(member(value, "variable"), to.variable) && read(member(value, "call"), to.call);
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

bool read(const Json &value, UsualLock &to) {
  return read(member(value, "name"), to.name) && read(member(value, "holds"), to.holds) &&
         read(member(value, "places"), to.places) &&
         readList(member(value, "without"), to.without) && to.holds <= to.places &&
         to.without.size() <= to.places - to.holds;
}

bool read(const Json &value, OpenVariable &to) {
  return read(member(value, "name"), to.name) && read(member(value, "writes"), to.writes) &&
         read(member(value, "reads"), to.reads) && read(member(value, "pairs"), to.pairs) &&
         read(member(value, "first"), to.first) && read(member(value, "second"), to.second) &&
         read(member(value, "lock"), to.lock);
}

bool read(const Json &value, OpenVariables &to) {
  return readList(member(value, "listed"), to.listed) && read(member(value, "count"), to.count) &&
         read(member(value, "mixedUp"), to.mixedUp) && read(member(value, "shared"), to.shared) &&
         to.listed.size() <= to.count;
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
         read(member(value, "variables"), to.variables) &&
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
