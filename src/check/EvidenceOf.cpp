#include "EvidenceOf.h"

#include "TestHook.h"
#include "raceward/explore/CanPerform.h"
#include "raceward/explore/FewestSwitches.h"
#include "raceward/explore/Overlap.h"
#include "raceward/model/HappensBefore.h"
#include "raceward/symex/GivenInputs.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace raceward {

namespace {

/// Names of actions as reports give them; all others are as in traces.
std::string actionName(const Action &action) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> others{
      {{"aread", "atomic-read"},
       {"awrite", "atomic-write"},
       {"aupdate", "atomic-update"},
       {"bulk", "access"}}};
  const std::string text = toString(action);
  const std::string_view word = std::string_view(text).substr(0, text.find(' '));
  for (const auto &[inTraces, inReports] : others)
    if (word == inTraces)
      return std::string(inReports);
  return std::string(word);
}

class Replay {
public:
  enum class Inputs : std::uint8_t { AsFound, Simple };
  Replay(ThreadedMachine &machine, Inputs inputs)
      : machine_(machine), inputs_(inputs), happensBefore_(run_) {}

  /// If `pair` is given, of that race alone.
  Result<Conviction> conviction(const Trace &trace, const RacingPair *pair) {
    if (const Result<void> followed = follow(trace); !followed)
      return fail(followed.error());
    std::vector<std::uint32_t> racing;
    if (run_.size() > 0)
      happensBefore_.racesOf(run_.size() - 1, racing);
    // The earliest makes the shortest run.
    std::reverse(racing.begin(), racing.end());
    for (const std::uint32_t at : racing) {
      const Event &first = run_[at];
      const Event &second = run_[run_.size() - 1];
      if (pair != nullptr && !(racingPair(first, second) == *pair))
        continue;
      const Result<bool> meet = trulyOverlap(machine_, first, second);
      if (!meet)
        return fail(meet.error());
      if (!*meet)
        continue;
      evidence_.firstAccess = at;
      if (inputs_ == Inputs::Simple)
        machine_.simplifyInputs(second.thread);
      evidence_.inputs = inputs();
      fillInValues();
      return Conviction{siteOf(first, second), siteOf(second, first), machine_.nameOf(first.thread),
                        machine_.nameOf(second.thread), evidence_};
    }
    return fail(Error::Kind::Internal, "a race that was found did not happen again");
  }

  /// Of a run that need not end in a race; nothing if these are not inputs that lead there.
  Result<std::optional<Evidence>> evidence(const Trace &trace, const Ref<Witness> &inputs) {
    if (const Result<void> followed = follow(trace); !followed)
      return fail(followed.error());
    if (!machine_.choose(inputs))
      return std::optional<Evidence>();
    evidence_.inputs = this->inputs();
    evidence_.firstAccess = static_cast<std::uint32_t>(evidence_.steps.size() - 1);
    fillInValues();
    return std::optional<Evidence>(evidence_);
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
    EvidenceStep told;
    told.thread = numberOf(event.thread);
    told.action = actionName(event.operation.action);
    told.outcome = event.outcome.name;
    OperationPlace place = machine_.placeAt(event.operation.at);
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
    if (const ObjectId meeting = meetingPointOf(event.operation.action); meeting.valid())
      told.meeting = numberOf(meeting);
    else if (const auto *pass = std::get_if<Pass>(&event.operation.action))
      told.meeting = numberOf(pass->barrier);
    if (Result<void> done = machine_.step(event.thread, event.outcome); !done)
      return done;
    forEachAccess(event.operation.action,
                  [&](const MemoryAccess &access) { told.accesses.push_back(accessOf(access)); });
    run_.push(event);
    happensBefore_.extend();
    told.after = synchronisedWith();
    if (const auto *create = std::get_if<Create>(&event.operation.action))
      evidence_.threads[*told.target] = {machine_.nameOf(create->child), told.thread, told.at};
    evidence_.steps.push_back(std::move(told));
    inputsAfter_.push_back(machine_.inputCount());
    return {};
  }

  /// Its value is filled in at the end, when the inputs are known.
  EvidenceAccess accessOf(const MemoryAccess &access) {
    EvidenceAccess told;
    told.object = numberOf(access.at.object);
    told.offset = access.at.offset;
    told.bytes = access.at.bytes;
    told.writes = writes(access.kind);
    contents_.push_back(machine_.contentAt(access.at));
    return told;
  }

  void fillInValues() {
    auto content = contents_.begin();
    for (EvidenceStep &step : evidence_.steps)
      for (EvidenceAccess &access : step.accesses) {
        if (content->valid())
          access.value = machine_.valueOf(*content);
        ++content;
      }
  }

  /// The last step of each other thread that comes before the last event of the run, and not
  /// before the one before it in its thread.
  [[nodiscard]] std::vector<std::uint32_t> synchronisedWith() const {
    const std::size_t at = run_.size() - 1;
    const std::uint32_t own = run_.predecessorOf(at);
    std::vector<std::uint32_t> others;
    for (const auto &[thread, number] : numbers_) {
      if (thread == run_[at].thread)
        continue;
      const Run::Positions events = run_.eventsOf(thread);
      const auto unordered = std::ranges::partition_point(
          events, [&](std::uint32_t event) { return happensBefore_.before(event, at); });
      if (unordered == events.begin())
        continue;
      const std::uint32_t last = *std::prev(unordered);
      if (own == Run::kNone || (last != own && !happensBefore_.before(last, own)) ||
          run_[own].thread != run_[at].thread)
        others.push_back(last);
    }
    std::ranges::sort(others);
    return others;
  }

  /// With what only the run knows: who asked for them, and when.
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
    const auto next = static_cast<std::uint32_t>(numbers_.size());
    const auto [at, isNew] = numbers_.try_emplace(thread, next);
    if (isNew)
      evidence_.threads.push_back({machine_.nameOf(thread), {}, {}});
    return at->second;
  }

  std::uint32_t numberOf(ObjectId object) {
    return objects_.try_emplace(object, static_cast<std::uint32_t>(objects_.size())).first->second;
  }

  [[nodiscard]] AccessSite siteOf(const Event &event, const Event &other) const {
    if (const AccessSite *site = machine_.siteOf(event, other))
      return *site;
    return siteOfStep(machine_, event.operation.at);
  }

  ThreadedMachine &machine_;
  Inputs inputs_;
  Run run_;
  HappensBefore happensBefore_;
  std::map<ThreadId, std::uint32_t> numbers_;
  std::map<ObjectId, std::uint32_t> objects_;
  std::vector<Term> contents_;             ///< of all accesses, one after the other
  std::vector<std::uint32_t> inputsAfter_; ///< how many there are after so many steps
  Evidence evidence_;
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
  // The race stands whatever becomes of this.
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
