#include "raceward/explore/FewestSwitches.h"

#include "raceward/explore/CanPerform.h"
#include "raceward/explore/Overlap.h"
#include "raceward/model/HappensBefore.h"

#include <algorithm>

namespace raceward {
namespace {

/// How much longer a run with fewer switches may be.
constexpr std::size_t kMoreEvents = 20;

/// Executes the run. Returns the position of the first access if the machine can execute it and it
/// ends in a race of the pair.
Result<std::optional<std::size_t>> raceAtEnd(Machine &machine, const Trace &trace,
                                             const RacingPair &pair) {
  constexpr std::optional<std::size_t> nothing;
  if (const Result<void> restarted = machine.restart(); !restarted)
    return fail(restarted.error());
  Run run;
  HappensBefore happensBefore(run);
  for (const Event &event : trace) {
    const Result<bool> possible = canPerform(machine, event);
    if (!possible)
      return fail(possible.error());
    if (!*possible)
      return nothing;
    if (const Result<void> done = machine.step(event.thread, event.outcome); !done)
      return fail(done.error());
    Event again = event;
    again.index = run.nextIndexOf(event.thread);
    run.push(std::move(again));
    happensBefore.extend();
  }
  std::vector<std::uint32_t> racing;
  happensBefore.racesOf(run.size() - 1, racing);
  std::ranges::reverse(racing); // the earliest gives the shortest run
  for (const std::uint32_t at : racing) {
    if (!(racingPair(run[at], run[run.size() - 1]) == pair))
      continue;
    const Result<bool> meet = trulyOverlap(machine, run[at], run[run.size() - 1]);
    if (!meet)
      return fail(meet.error());
    if (*meet)
      return std::optional<std::size_t>(at);
  }
  return nothing;
}

class Minimiser {
public:
  Minimiser(Machine &machine, Trace run, std::size_t first)
      : machine_(machine), pair_(racingPair(run[first], run.back())), best_(std::move(run)),
        first_(first) {}

  Result<Trace> run(const SwitchBounds &bounds) {
    if (const Result<void> tidied = tidy(); !tidied)
      return fail(tidied.error());
    const Result<std::optional<Trace>> fewest = fewestSwitches(
        machine_, pair_, contextSwitches(best_), 2 * best_.size() + kMoreEvents, bounds);
    if (!fewest)
      return fail(fewest.error());
    if (*fewest) {
      if (const Result<void> taken = take(**fewest); !taken)
        return fail(taken.error());
      if (const Result<void> tidied = tidy(); !tidied)
        return fail(tidied.error());
    }
    return best_;
  }

private:
  /// Tries equivalent runs, which need no search.
  Result<void> tidy() {
    if (const Result<void> taken = take(withoutBystanders(best_, first_)); !taken)
      return taken;
    return take(withFewSwitches(best_));
  }

  /// Keeps the candidate if it works: data may need events that the dependency order does not show.
  Result<void> take(const Trace &candidate) {
    if (candidate == best_)
      return {};
    const Result<std::optional<std::size_t>> at = raceAtEnd(machine_, candidate, pair_);
    if (!at)
      return fail(at.error());
    if (*at && contextSwitches(candidate) <= contextSwitches(best_)) {
      best_ = candidate;
      first_ = **at;
    }
    return {};
  }

  Machine &machine_;
  RacingPair pair_;
  Trace best_;
  std::size_t first_;
};

} // namespace

Result<Trace> minimised(Machine &machine, const Trace &run, std::size_t first,
                        const SwitchBounds &bounds) {
  return Minimiser(machine, run, first).run(bounds);
}

} // namespace raceward
