#include "ValueRaceEvidence.h"

#include "Executable.h"
#include "evidence/RaceReplay.h"
#include "raceward/cele/Follow.h"
#include "raceward/explore/FewestSwitches.h"
#include "raceward/model/Run.h"

#include <algorithm>
#include <array>

namespace raceward::cele {

namespace {

constexpr std::array<std::int64_t, 4> kSimple = {0, 1, -1, 10};

/// Replaces inputs by small numbers where the race permits.
ValueRace withSimpleInputs(const Source &unrolled, const ValueRace &race) {
  ValueRace simple = race;
  for (auto &[input, value] : simple.first.inputs) {
    const std::int64_t found = value;
    for (const std::int64_t tried : kSimple) {
      if (tried == found)
        break;
      value = tried;
      simple.second.inputs = simple.first.inputs;
      if (happens(unrolled, simple))
        break;
      value = found;
    }
  }
  simple.second.inputs = simple.first.inputs;
  return simple;
}

/// The write whose value the last event gets; none for the initial value.
std::optional<std::size_t> writeSeenBy(const Trace &run) {
  const Footprint use = footprintOf(run.back().operation.action);
  for (std::size_t at = run.size() - 1; at-- > 0;) {
    bool meets = false;
    forEachAccess(run[at].operation.action,
                  [&](const MemoryAccess &access) { meets |= conflict(access, use.access); });
    if (meets)
      return at;
  }
  return std::nullopt;
}

/// One of the two runs.
struct ToldRun {
  Evidence evidence;
  std::optional<std::uint32_t> write; ///< whose value the use gets
  PositionId writeAt;
  std::string value;
};

/// Replaces names of the translation by those of the CELE program.
void useWordsOfCele(const Executable &program, const Source &unrolled, const Trace &trace,
                    Evidence &evidence) {
  for (std::size_t i = 0; i < trace.size(); ++i) {
    EvidenceStep &told = evidence.steps[i];
    told.call.clear();
    const std::optional<Step> step = program.stepBy(trace[i].operation);
    if (!step)
      continue;
    if (step->use.valid()) {
      told.action = ActionKind::Read;
      continue;
    }
    const Statement &statement = unrolled.at(step->statement);
    told.action = statement.kind == Statement::Kind::When ? ActionKind::When : ActionKind::Write;
    if (told.action == ActionKind::Write && told.object.empty())
      told.object = unrolled.at(statement.variable).name;
  }
}

/// Drops events that the use does not need, and reduces switches between threads. A use that sees
/// no write needs only its own thread.
Trace shortened(const Trace &run) {
  const std::size_t seen = writeSeenBy(run).value_or(raceward::Run::kNone);
  return withFewSwitches(withoutBystanders(run, seen));
}

Result<ToldRun> toldRun(Executable &program, const Source &unrolled, const Run &run,
                        ExpressionId use) {
  const Result<std::optional<Trace>> driven = program.drive(run);
  if (!driven)
    return fail(driven.error());
  const std::optional<std::int64_t> value = program.valueOf(use);
  if (!*driven || !value)
    return fail(Error::Kind::Internal, "a run that was confirmed did not happen again");
  Trace trace = shortened(**driven);
  Result<std::optional<Evidence>> evidence = evidenceOf(program.machine(), trace, {});
  if (!evidence || !*evidence || program.valueOf(use) != value) {
    trace = **driven;
    evidence = evidenceOf(program.machine(), trace, {});
  }
  if (!evidence)
    return fail(evidence.error());
  if (!*evidence)
    return fail(Error::Kind::Internal, "a run that was confirmed has other inputs");
  ToldRun told;
  told.evidence = std::move(**evidence);
  useWordsOfCele(program, unrolled, trace, told.evidence);
  if (const std::optional<std::size_t> write = writeSeenBy(trace)) {
    told.write = static_cast<std::uint32_t>(*write);
    told.writeAt = trace[*write].operation.at;
  }
  told.value = std::to_string(*value);
  return told;
}

/// The inputs that are not zero; there may be one for each iteration of a loop.
std::vector<GivenInput> givenBy(const Source &unrolled, const InputValues &values) {
  std::vector<GivenInput> given;
  for (const auto &[input, value] : values) {
    const Expression &read = unrolled.at(input);
    if (value != 0)
      given.push_back({portWords(read),
                       {unrolled.file, read.at.line, read.at.column},
                       16,
                       std::to_string(value),
                       0,
                       0});
  }
  return given;
}

std::string valueWords(const std::string &value, Type type) {
  return type == Type::Boolean ? (value == "0" ? "false" : "true") : value;
}

} // namespace

Result<bool> confirm(const Source &unrolled, const ValueRace &race) {
  Result<Executable> program = Executable::make(unrolled, {}, &race.first.inputs);
  if (!program)
    return fail(program.error());
  std::vector<std::int64_t> values;
  for (const Run *run : {&race.first, &race.second}) {
    const Result<std::optional<Trace>> driven = program->drive(*run);
    if (!driven)
      return fail(driven.error());
    const std::optional<std::int64_t> value =
        *driven ? program->valueOf(race.use) : std::optional<std::int64_t>();
    if (!value)
      return false;
    values.push_back(*value);
  }
  return values[0] != values[1];
}

Result<Conviction> tell(const Source &unrolled, const ValueRace &found) {
  const ValueRace race = withSimpleInputs(unrolled, found);
  Result<Executable> program = Executable::make(unrolled, {}, &race.first.inputs);
  if (!program)
    return fail(program.error());
  Result<ToldRun> one = toldRun(*program, unrolled, race.first, race.use);
  if (!one)
    return fail(one.error());
  Result<ToldRun> other = toldRun(*program, unrolled, race.second, race.use);
  if (!other)
    return fail(other.error());
  // The first run is the one in which another thread's write comes first.
  const auto seesAnother = [](const ToldRun &run) {
    return run.write && run.evidence.steps[*run.write].thread != run.evidence.steps.back().thread;
  };
  if (!one->write || (!seesAnother(*one) && seesAnother(*other)))
    std::swap(one, other);
  if (!one->write)
    return fail(Error::Kind::Internal, "a use that differs sees no write");
  ThreadedMachine &machine = program->machine();
  for (ToldRun *run : {&*one, &*other})
    run->evidence.inputs = givenBy(unrolled, race.first.inputs);
  one->evidence.firstAccess = *one->write;
  other->evidence.firstAccess =
      other->write.value_or(static_cast<std::uint32_t>(other->evidence.steps.size() - 1));

  const Expression &use = unrolled.at(race.use);
  Conviction conviction;
  conviction.first = siteOfStep(machine, one->writeAt);
  conviction.first.name = unrolled.at(use.variable).name;
  for (const AccessSite &site : program->lowered().program.sites())
    if (program->stepOfSite(site.id) == Step{race.use, {}})
      conviction.second = site;
  conviction.firstThread = one->evidence.threads[one->evidence.steps[*one->write].thread].function;
  conviction.secondThread = one->evidence.threads[one->evidence.steps.back().thread].function;
  conviction.harm.answer = Harm::Answer::Harmful;
  conviction.harm.words = "with equal inputs, '" + conviction.second.name + "' in line " +
                          std::to_string(use.at.line) + " is " + valueWords(one->value, use.type) +
                          " in one order and " + valueWords(other->value, use.type) +
                          " in the other";
  conviction.run = one->evidence;
  conviction.harm.runs = {std::move(one->evidence), std::move(other->evidence)};
  return conviction;
}

} // namespace raceward::cele
