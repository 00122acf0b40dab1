#include "search/LazyLocks.h"

#include "raceward/explore/Overlap.h"

#include <algorithm>

namespace raceward {

void LazyLocks::rebuild() {
  sections_.rebuild();
  causal_.rebuild(sections_);
}

Result<std::optional<LazyLocks::Pair>> LazyLocks::firstRace(HappensBefore &happensBefore,
                                                            Machine &machine) {
  happensBefore.rebuild(sections_);
  std::vector<std::uint32_t> found;
  for (std::size_t at = 0; at < run_.size(); ++at) {
    found.clear();
    happensBefore.racesOf(at, found);
    for (std::size_t i = found.size(); i-- > 0;) {
      const auto real = trulyOverlap(machine, run_[found[i]], run_[at]);
      if (!real)
        return fail(real.error());
      if (*real)
        return std::optional(Pair{found[i], static_cast<std::uint32_t>(at)});
    }
  }
  return std::optional<Pair>();
}

Result<std::optional<LazyLocks::Pair>> LazyLocks::race(Machine &machine) {
  if (mutated(Mutation::LazyRaces))
    return std::optional<Pair>();
  return firstRace(happensBefore_, machine);
}

Result<bool> LazyLocks::ambiguous(Machine &machine) {
  const auto pair = firstRace(loose_, machine);
  if (!pair)
    return fail(pair.error());
  return pair->has_value();
}

/// Index in its thread of the acquisition of the plain section around the access at `at`,
/// or of the access itself.
std::size_t LazyLocks::startOfOpenSection(std::uint32_t at) const {
  const auto mine = run_.eventsOf(run_[at].thread);
  for (std::size_t i = run_[at].index; i-- > 0;) {
    const Action &action = run_[mine[i]].operation.action;
    if (std::holds_alternative<Unlock>(action))
      break;
    if (std::holds_alternative<Lock>(action))
      return sections_.beginningAt(mine[i]).plain ? i : run_[at].index;
  }
  return run_[at].index;
}

Trace LazyLocks::scheduleFor(Pair pair) const {
  const auto [first, second] = pair;
  const auto startOf = [&](std::uint32_t access) {
    return run_.eventsOf(run_[access].thread)[startOfOpenSection(access)];
  };
  const std::uint32_t firstStart = startOf(first);
  const std::uint32_t secondStart = startOf(second);
  const auto inSection = [&](std::size_t at, std::uint32_t start, std::uint32_t access) {
    return !mutated(Mutation::LazyTails) && at >= start && at <= access &&
           run_[at].thread == run_[access].thread;
  };
  // Whatever need not come after the first access comes before it, so that no mutex orders
  // it after. The sections that the pair leaves open come last and block no other thread.
  Trace schedule, late, last;
  for (std::size_t at = 0; at <= second; ++at) {
    if (at != first && at != second && !causal_.before(at, first) && !causal_.before(at, second))
      continue;
    if (at == second || inSection(at, secondStart, second))
      last.push_back(run_[at]);
    else if (inSection(at, firstStart, first) || causal_.before(firstStart, at))
      late.push_back(run_[at]);
    else
      schedule.push_back(run_[at]);
  }
  schedule.insert(schedule.end(), late.begin(), late.end());
  schedule.insert(schedule.end(), last.begin(), last.end());
  return schedule;
}

Result<bool> endsInRace(Machine &machine, std::span<const Event> schedule, Epoch first) {
  if (auto restarted = machine.restart(); !restarted)
    return fail(std::move(restarted).error());
  Run run;
  HappensBefore happensBefore(run);
  for (const Event &event : schedule) {
    const auto enabled = machine.enabled();
    if (std::find(enabled.begin(), enabled.end(), event.thread) == enabled.end() ||
        run.nextIndexOf(event.thread) != event.index)
      return false;
    const auto outcomes = machine.outcomes(event.thread);
    if (!outcomes)
      return fail(outcomes.error());
    if (std::find(outcomes->begin(), outcomes->end(), event.outcome) == outcomes->end() ||
        machine.next(event.thread, event.outcome) != event.operation)
      return false;
    if (auto done = machine.step(event.thread, event.outcome); !done)
      return fail(std::move(done).error());
    run.push(event);
    happensBefore.extend();
  }
  std::vector<std::uint32_t> found;
  if (run.size() != 0)
    happensBefore.racesOf(run.size() - 1, found);
  for (const std::uint32_t at : found)
    if (run[at].thread == first.thread && run[at].index == first.index)
      return trulyOverlap(machine, run[at], run[run.size() - 1]);
  return false;
}

} // namespace raceward
