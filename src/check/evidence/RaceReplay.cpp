#include "RaceReplay.h"

#include "EvidenceBuilder.h"
#include "ValueKind.h"
#include "child/Faults.h"
#include "raceward/explore/CanPerform.h"
#include "raceward/explore/FewestSwitches.h"
#include "raceward/explore/Overlap.h"
#include "raceward/program/Effects.h"
#include "raceward/symex/GivenInputs.h"

#include <llvm/IR/InstrTypes.h>

#include <utility>

namespace raceward {

namespace {

/// Index of the lock argument: a condition wait unlocks and locks its second argument.
unsigned lockArgument(std::string_view call) {
  const LibraryFunction *row = findLibraryFunction(call);
  return row != nullptr && row->sync == SyncEffect::CondWait ? 1 : 0;
}

class Replay {
public:
  enum class Inputs : std::uint8_t { AsFound, Simple };
  Replay(ThreadedMachine &machine, Inputs inputs) : machine_(machine), inputs_(inputs) {}

  /// If `pair` is given, only that race counts.
  Result<Conviction> conviction(const Trace &trace, const RacingPair *pair) {
    if (const Result<void> followed = follow(trace); !followed)
      return fail(followed.error());
    const Run &run = telling_.run();
    for (const std::uint32_t at : telling_.racingWithLast(pair)) {
      const Event &first = run[at];
      const Event &second = run[run.size() - 1];
      const Result<bool> meet = trulyOverlap(machine_, first, second);
      if (!meet)
        return fail(meet.error());
      if (!*meet)
        continue;
      telling_.evidence().firstAccess = at;
      if (inputs_ == Inputs::Simple)
        machine_.simplifyInputs(second.thread);
      telling_.evidence().inputs = inputs();
      fillInValues();
      return Conviction{siteOf(first, second), siteOf(second, first), machine_.nameOf(first.thread),
                        machine_.nameOf(second.thread), telling_.evidence()};
    }
    return fail(Error::Kind::Internal, "a race that was found did not happen again");
  }

  /// The evidence of a run that need not end in a race; nothing if these inputs do not lead there.
  Result<std::optional<Evidence>> evidence(const Trace &trace, const Ref<Witness> &inputs) {
    if (const Result<void> followed = follow(trace); !followed)
      return fail(followed.error());
    if (!machine_.choose(inputs))
      return std::optional<Evidence>();
    telling_.evidence().inputs = this->inputs();
    telling_.evidence().firstAccess =
        static_cast<std::uint32_t>(telling_.evidence().steps.size() - 1);
    fillInValues();
    return std::optional<Evidence>(telling_.evidence());
  }

private:
  Result<void> follow(const Trace &trace) {
    if (const Result<void> restarted = machine_.restart(); !restarted)
      return fail(restarted.error());
    numberOf(ThreadId(0));
    inputsAfter_.push_back(machine_.inputCount());
    for (const Event &event : trace)
      if (const Result<void> stepped = step(event); !stepped)
        return fail(stepped.error());
    return {};
  }

  Result<void> step(const Event &event) {
    numberOf(event.thread);
    EvidenceStep told = telling_.begin(event);
    OperationPlace place = placeOf(machine_, event.operation);
    told.at = std::move(place.at);
    told.function = std::move(place.function);
    told.call = std::move(place.call);
    if (const auto *create = std::get_if<Create>(&event.operation.action))
      told.target = numberOf(create->child);
    else if (const auto *join = std::get_if<Join>(&event.operation.action))
      told.target = numberOf(join->target);
    else
      told.object = std::move(place.object);
    const Result<bool> possible = canPerform(machine_, event);
    if (!possible)
      return fail(possible.error());
    if (!*possible)
      return fail(Error::Kind::Internal, "a run that was found cannot be repeated");
    told.calledFrom = machine_.callersOf(event.thread);
    if (Result<void> done = machine_.step(event.thread, event.outcome); !done)
      return done;
    const llvm::Instruction *code = machine_.codeAt(event.operation.at);
    forEachAccess(event.operation.action, [&](const MemoryAccess &access) {
      kinds_.push_back(valueKindOf(code, access.at.bytes));
      told.accesses.push_back(accessOf(access));
    });
    const auto *create = std::get_if<Create>(&event.operation.action);
    telling_.finish(event, std::move(told),
                    create != nullptr ? machine_.nameOf(create->child) : std::string());
    inputsAfter_.push_back(machine_.inputCount());
    return {};
  }

  /// Its value is filled in at the end, when the inputs are known.
  EvidenceAccess accessOf(const MemoryAccess &access) {
    contents_.push_back(machine_.contentAt(access.at));
    return telling_.accessOf(access);
  }

  void fillInValues() {
    auto content = contents_.begin();
    auto kind = kinds_.begin();
    for (EvidenceStep &step : telling_.evidence().steps)
      for (EvidenceAccess &access : step.accesses) {
        if (content->valid())
          if (std::string shown = shownValue(machine_.valueOf(*content), *kind, access.bytes);
              !shown.empty())
            access.value = std::move(shown);
        ++content;
        ++kind;
      }
  }

  /// Adds what only the run knows: the thread that read each input, and the step.
  std::vector<GivenInput> inputs() {
    std::vector<GivenInput> given = givenInputs(machine_.inputs());
    std::uint32_t steps = 0;
    for (std::size_t at = 0; at < given.size(); ++at) {
      while (steps + 1 < inputsAfter_.size() && inputsAfter_[steps] <= at)
        ++steps;
      given[at].afterStep = steps;
      given[at].thread = numberOf(ThreadId(given[at].thread));
    }
    return given;
  }

  std::uint32_t numberOf(ThreadId thread) {
    return telling_.numberOf(thread, machine_.nameOf(thread));
  }

  [[nodiscard]] AccessSite siteOf(const Event &event, const Event &other) const {
    if (const AccessSite *site = machine_.siteOf(event, other))
      return *site;
    return siteOfStep(machine_, event.operation.at);
  }

  ThreadedMachine &machine_;
  Inputs inputs_;
  EvidenceBuilder telling_;
  std::vector<Term> contents_;             ///< of all accesses, one after the other
  std::vector<ValueKind> kinds_;           ///< as contents_
  std::vector<std::uint32_t> inputsAfter_; ///< number of inputs after each step
};

} // namespace

Result<ToldRace> convictionFrom(ThreadedMachine &machine, const Trace &trace,
                                const std::function<void(const Conviction &)> &onRace,
                                const RacingPair *pair) {
  Result<Conviction> race = Replay(machine, Replay::Inputs::AsFound).conviction(trace, pair);
  if (!race)
    return fail(race.error());
  if (onRace)
    onRace(*race);
  misbehaveWhileTelling();
  // The race is confirmed; minimising it can only improve the report.
  const RacingPair told = racingPair(trace[race->run.firstAccess], trace.back());
  const Result<Trace> shortest = minimised(machine, trace, race->run.firstAccess);
  Result<Conviction> best =
      Replay(machine, Replay::Inputs::Simple).conviction(shortest ? *shortest : trace, &told);
  return best ? ToldRace{std::move(*best), told, shortest ? *shortest : trace}
              : ToldRace{std::move(*race), told, trace};
}

Result<std::optional<Evidence>> evidenceOf(ThreadedMachine &machine, const Trace &trace,
                                           const Ref<Witness> &inputs) {
  return Replay(machine, Replay::Inputs::AsFound).evidence(trace, inputs);
}

OperationPlace placeOf(const ThreadedMachine &machine, const Operation &operation) {
  OperationPlace place = machine.placeAt(operation.at);
  if (!meetingPointOf(operation.action).valid() || place.call.empty())
    return place;
  // A call that also reads memory, such as a time-out, is named after that; use the lock's name.
  const llvm::Instruction *code = machine.codeAt(operation.at);
  if (code != nullptr && llvm::isa<llvm::CallBase>(code))
    place.object = attachedName(*code, lockArgument(place.call));
  return place;
}

AccessSite siteOfStep(const ThreadedMachine &machine, PositionId at) {
  if (const AccessSite *site = machine.siteAt(at))
    return *site;
  AccessSite site;
  const OperationPlace place = machine.placeAt(at);
  site.kind = AccessKind::ReadWrite;
  site.order = MemoryOrder::SeqCst;
  site.at = place.at;
  site.function = place.function;
  site.name = place.object;
  return site;
}

} // namespace raceward
