// Reads witnesses of races. The input is untrusted: every index must be in range.
#include "raceward/base/File.h"
#include "raceward/base/Json.h"
#include "raceward/model/RunFacts.h"
#include "raceward/report/RaceWitness.h"

#include <algorithm>
#include <limits>

namespace raceward {
namespace {

/// Reads members of one object; after the first malformed member ok() stays false, with the name of
/// that member.
class Reader {
public:
  explicit Reader(std::string &trouble) : trouble_(trouble) {}

  [[nodiscard]] bool ok() const { return trouble_.empty(); }

  const Json &member(const Json &from, const char *name) {
    static const Json nothing;
    if (from.isObject())
      if (const auto at = from.find(name); at != nullptr)
        return *at;
    complain(name, "is missing");
    return nothing;
  }

  std::string text(const Json &from, const char *name) {
    const Json &value = member(from, name);
    if (!value.isString())
      complain(name, "is not a string");
    return value.isString() ? value.asString() : std::string();
  }
  std::string textOrNull(const Json &from, const char *name) {
    return member(from, name).isNull() ? std::string() : text(from, name);
  }

  template <typename Number> Number number(const Json &from, const char *name) {
    const Json &value = member(from, name);
    if (!value.isUnsigned() || value.asUnsigned() > std::numeric_limits<Number>::max()) {
      complain(name, "is not a number in range");
      return 0;
    }
    return static_cast<Number>(value.asUnsigned());
  }
  template <typename Number>
  std::optional<Number> numberOrNull(const Json &from, const char *name) {
    if (member(from, name).isNull())
      return std::nullopt;
    return number<Number>(from, name);
  }

  bool flag(const Json &from, const char *name) {
    const Json &value = member(from, name);
    if (!value.isBoolean())
      complain(name, "is neither true nor false");
    return value.isBoolean() && value.asBoolean();
  }

  template <typename Use> void each(const Json &from, const char *name, Use use) {
    const Json &value = member(from, name);
    if (!value.isArray())
      return complain(name, "is not a list");
    for (const Json &item : value) {
      if (!ok())
        return;
      use(item);
    }
  }

  SourcePosition position(const Json &from) {
    SourcePosition at;
    at.file = textOrNull(from, "file");
    at.line = numberOrNull<std::uint32_t>(from, "line").value_or(0);
    at.column = numberOrNull<std::uint32_t>(from, "column").value_or(0);
    return at;
  }

  void complain(const char *name, const char *what) {
    if (trouble_.empty())
      trouble_ = "'" + std::string(name) + "' " + what;
  }

private:
  std::string &trouble_;
};

/// The enumerator with this name.
template <typename Enum, std::size_t n>
Enum named(Reader &in, const char *member, const std::string &name, const Enum (&all)[n]) {
  for (const Enum value : all)
    if (toString(value) == name)
      return value;
  in.complain(member, "has an unknown value");
  return all[0];
}

AccessSite readSite(Reader &in, const Json &from) {
  AccessSite site;
  site.at = in.position(from);
  site.function = in.textOrNull(from, "function");
  site.name = in.textOrNull(from, "expression");
  site.call = in.textOrNull(from, "call");
  using enum AccessKind;
  site.kind = named(in, "kind", in.text(from, "kind"), {Read, Write, ReadWrite});
  if (const std::string order = in.textOrNull(from, "atomic"); !order.empty()) {
    using enum MemoryOrder;
    site.order = named(in, "atomic", order, {Relaxed, Acquire, Release, AcquireRelease, SeqCst});
  }
  return site;
}

EvidenceAccess readAccess(Reader &in, const Json &from) {
  EvidenceAccess access;
  access.object = in.number<std::uint32_t>(from, "object");
  access.offset = in.number<std::uint64_t>(from, "offset");
  access.bytes = in.number<std::uint64_t>(from, "bytes");
  access.writes = in.flag(from, "writes");
  access.value = in.textOrNull(from, "value");
  return access;
}

ActionKind readAction(Reader &in, const Json &from) {
  const std::optional<ActionKind> kind = actionKindNamed(in.text(from, "action"));
  if (!kind)
    in.complain("action", "is not the word for an action");
  return kind.value_or(ActionKind::Local);
}

EvidenceStep readStep(Reader &in, const Json &from) {
  EvidenceStep step;
  step.thread = in.number<std::uint32_t>(from, "thread");
  step.action = readAction(in, from);
  step.object = in.textOrNull(from, "object");
  step.target = in.numberOrNull<std::uint32_t>(from, "target");
  step.at = in.position(from);
  step.function = in.textOrNull(from, "function");
  step.outcome = in.number<std::uint32_t>(from, "outcome");
  step.call = in.textOrNull(from, "call");
  in.each(from, "called_from", [&](const Json &caller) {
    step.calledFrom.push_back({in.textOrNull(caller, "function"), in.position(caller)});
  });
  in.each(from, "accesses",
          [&](const Json &access) { step.accesses.push_back(readAccess(in, access)); });
  step.meeting = in.numberOrNull<std::uint32_t>(from, "meeting");
  in.each(from, "after", [&](const Json &earlier) {
    if (!earlier.isUnsigned() || earlier.asUnsigned() > UINT32_MAX)
      return in.complain("after", "has an entry that is not a step");
    step.after.push_back(static_cast<std::uint32_t>(earlier.asUnsigned()));
  });
  return step;
}

GivenInput readInput(Reader &in, const Json &from) {
  GivenInput input;
  input.source = in.textOrNull(from, "source");
  input.at = in.position(from);
  input.bits = in.number<std::uint32_t>(from, "bits");
  input.value = in.text(from, "value");
  input.thread = in.number<std::uint32_t>(from, "thread");
  input.afterStep = in.number<std::uint32_t>(from, "after_step");
  return input;
}

Evidence readRun(Reader &in, const Json &from) {
  Evidence run;
  in.each(from, "threads", [&](const Json &thread) {
    run.threads.push_back({in.textOrNull(thread, "function"),
                           in.numberOrNull<std::uint32_t>(thread, "created_by"),
                           in.position(thread)});
  });
  in.each(from, "inputs", [&](const Json &input) { run.inputs.push_back(readInput(in, input)); });
  in.each(from, "steps", [&](const Json &step) { run.steps.push_back(readStep(in, step)); });
  std::vector<std::uint64_t> racing;
  in.each(from, "racing_steps", [&](const Json &at) {
    racing.push_back(at.isUnsigned() ? at.asUnsigned() : UINT64_MAX);
  });
  if (racing.size() != 2 || racing[0] >= racing[1] || racing[1] + 1 != run.steps.size())
    in.complain("racing_steps", "must be a step and the last step");
  else
    run.firstAccess = static_cast<std::uint32_t>(racing[0]);
  if (in.ok() && !numbersFit(run))
    in.complain("run", "names a thread or a step that does not exist");
  return run;
}

std::vector<std::string> readTexts(Reader &in, const Json &from, const char *name) {
  std::vector<std::string> texts;
  in.each(from, name, [&](const Json &each) {
    if (!each.isString())
      return in.complain(name, "has an entry that is not a string");
    texts.push_back(each.asString());
  });
  return texts;
}

WitnessEntry readEntry(Reader &in, const Json &from) {
  WitnessEntry entry;
  entry.functions = readTexts(in, from, "functions");
  entry.setup = readTexts(in, from, "setup");
  entry.memory = in.text(from, "memory");
  entry.depth = in.number<std::uint32_t>(from, "depth");
  entry.driverName = in.text(from, "driver_name");
  return entry;
}

void readProgram(Reader &in, const Json &from, RaceWitness &to) {
  in.each(from, "files", [&](const Json &file) {
    to.files.push_back({in.text(file, "name"), in.text(file, "sha256")});
  });
  to.compilerFlags = readTexts(in, from, "compiler_flags");
  to.compileCommands = in.textOrNull(from, "compile_commands");
  to.target = in.textOrNull(from, "target");
  // Older witnesses have none.
  if (from.isObject() && from.find("entry") != nullptr && !in.member(from, "entry").isNull())
    to.entry = readEntry(in, in.member(from, "entry"));
  to.dataModel = in.text(from, "data_model");
  to.memoryModel = in.text(from, "memory_model");
}

RaceWitness readDocument(Reader &in, const Json &document) {
  RaceWitness witness;
  witness.toolVersion = in.text(in.member(document, "tool"), "version");
  readProgram(in, in.member(document, "program"), witness);
  witness.race.run = readRun(in, in.member(document, "run"));
  std::vector<AccessSite> sides;
  in.each(in.member(document, "race"), "accesses",
          [&](const Json &side) { sides.push_back(readSite(in, side)); });
  if (sides.size() != 2)
    in.complain("accesses", "must be two");
  in.each(document, "lines", [&](const Json &line) {
    witness.lines.push_back(
        {in.text(line, "file"), in.number<std::uint32_t>(line, "line"), in.text(line, "text")});
  });
  if (!in.ok())
    return witness;
  Conviction &race = witness.race;
  race.first = std::move(sides[0]);
  race.second = std::move(sides[1]);
  race.firstThread = race.run.threads[race.run.steps[race.run.firstAccess].thread].function;
  race.secondThread = race.run.threads[race.run.steps.back().thread].function;
  return witness;
}

} // namespace

Result<RaceWitness> parseRaceWitness(const std::string &path, std::string_view text) {
  const auto problem = [&](const std::string &what, const std::string &hint) {
    return fail(Error::Kind::Input, "'" + path + "' is not a race witness: " + what, hint);
  };
  const Json document = Json::parse(text);
  if (document.isInvalid())
    return problem("it is not JSON", "write one with raceward check --witness race.json");
  std::string trouble;
  Reader in(trouble);
  if (in.text(document, "format") != "raceward-witness")
    return problem("its format is not 'raceward-witness'",
                   "write one with raceward check --witness race.json");
  const auto version = in.number<std::uint32_t>(document, "version");
  if (in.ok() && version != kRaceWitnessVersion)
    return problem("its version is " + std::to_string(version) + ", this raceward reads " +
                       std::to_string(kRaceWitnessVersion),
                   "write it again with raceward check --witness race.json");
  RaceWitness witness = readDocument(in, document);
  if (!in.ok())
    return problem(trouble, "write it again with raceward check --witness race.json");
  return witness;
}

Result<RaceWitness> readRaceWitness(const std::string &path) {
  const Result<std::string> text = readFile(path);
  if (!text)
    return fail(text.error());
  return parseRaceWitness(path, *text);
}

} // namespace raceward
