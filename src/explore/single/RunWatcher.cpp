#include "raceward/explore/RunWatcher.h"

#include "state/RaceFinder.h"

namespace raceward {

namespace {

constexpr std::uint64_t kEventsBetweenLooks = 64;

} // namespace

struct RunWatcher::Parts {
  Run run;
  RaceFinder races{run};
  std::uint64_t events = 0;
};

RunWatcher::RunWatcher() : parts_(std::make_unique<Parts>()) {}
RunWatcher::~RunWatcher() = default;

Result<void> RunWatcher::watch(Machine &machine,
                               const std::function<std::optional<ThreadId>()> &who, Until until,
                               const std::function<bool()> &enough) {
  parts_->run.clear();
  while (const std::optional<ThreadId> thread = who()) {
    const auto outcomes = machine.outcomes(*thread);
    if (!outcomes)
      return fail(outcomes.error());
    const Outcome outcome = outcomes->front();
    Event event{*thread, parts_->run.nextIndexOf(*thread), outcome, machine.next(*thread, outcome)};
    if (Result<void> done = machine.step(*thread, outcome); !done)
      return done;
    ++parts_->events;
    parts_->run.push(std::move(event));
    if (Result<void> found = parts_->races.extend(machine); !found)
      return found;
    if (until == Until::FirstRace && parts_->races.firstRace())
      return {};
    if (parts_->events % kEventsBetweenLooks == 0 && enough())
      return {};
  }
  return {};
}

const std::set<RacingPair> &RunWatcher::races() const {
  return parts_->races.races();
}
const std::optional<Trace> &RunWatcher::firstRace() const {
  return parts_->races.firstRace();
}
const std::vector<RaceRun> &RunWatcher::laterRaces() const {
  return parts_->races.laterRaces();
}
bool RunWatcher::ambiguous() const {
  return parts_->races.ambiguous();
}
std::uint64_t RunWatcher::events() const {
  return parts_->events;
}
std::span<const Event> RunWatcher::lastRun() const {
  return parts_->run.events();
}

} // namespace raceward
