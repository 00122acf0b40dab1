#include "raceward/check/Explorer.h"

#include "EvidenceOf.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <set>

namespace raceward {

namespace {

std::string progressWords(const Progress &progress) {
  std::string words = "executing schedules: " +
                      counted(progress.counters.runs + progress.counters.blockedRuns, "run") +
                      ", " + withThousands(static_cast<std::uint64_t>(progress.runsPerSecond)) +
                      "/s";
  // The share is a guess until subtrees of some size are done.
  if (const auto percent = static_cast<unsigned>(100 * progress.fraction.estimate); percent > 0)
    words += ", about " + std::to_string(std::min(percent, 99U)) + " % done";
  return words;
}

SearchOptions searchOptions(const ExploreTask &task) {
  SearchOptions search;
  search.reduction = task.options.reduction;
  search.question = task.options.allRaces ? Question::Everything : Question::AnyRace;
  search.lockOrder = task.options.lockOrder;
  search.bounds = task.bounds;
  search.bounds.time = std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(task.limits.seconds));
  search.bounds.memoryBytes = task.limits.memoryBytes;
  if (task.onProgress)
    search.onProgress = [&task](const Progress &progress) {
      task.onProgress(progressWords(progress));
    };
  return search;
}

ExplorationStats statsOf(const ThreadedMachine &machine, const SearchResult &result,
                         const std::vector<bool> &visible) {
  ExplorationStats stats;
  stats.ended = toString(result.ended);
  stats.runs = result.counters.runs;
  stats.blockedRuns = result.counters.blockedRuns;
  stats.events = result.counters.events;
  stats.steps = machine.steps();
  stats.queries = machine.solverCounts().solved.queries;
  stats.solverSeconds = machine.solverCounts().solved.seconds;
  stats.visibleSites = static_cast<std::uint64_t>(std::count(visible.begin(), visible.end(), true));
  stats.reachedSites = machine.reachedSites();
  return stats;
}

/// Races of which only the pair is known: no run of theirs was kept. `convicted` ends in the
/// one that is told already.
void addOtherRaces(const ThreadedMachine &machine, const SearchResult &result,
                   const Trace &convicted, std::vector<Conviction> &races) {
  using Places = std::pair<PositionId, PositionId>;
  const auto placesOf = [](const RacingPair &pair) -> Places {
    return std::minmax(pair.first.at, pair.second.at);
  };
  std::set<Places> told{
      placesOf(racingPair(convicted[races.front().run.firstAccess], convicted.back()))};
  for (const RacingPair &pair : result.races)
    if (told.insert(placesOf(pair)).second)
      races.push_back(
          {siteOfStep(machine, pair.first.at), siteOfStep(machine, pair.second.at), {}, {}});
}

} // namespace

Result<Exploration> exploreSchedules(const Program &program, const ExploreTask &task) {
  const auto start = std::chrono::steady_clock::now();
  Result<std::unique_ptr<ThreadedMachine>> made =
      ThreadedMachine::make(program, task.machine, task.visible, task.model);
  if (!made)
    return fail(made.error());
  ThreadedMachine &machine = **made;
  const SearchOptions search = searchOptions(task);
  const Result<SearchResult> result = explore(machine, search);
  if (!result)
    return fail(result.error());
  Exploration exploration;
  exploration.stats = statsOf(machine, *result, task.visible);
  exploration.stats.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  exploration.gaps = machine.gaps();
  if (result->ambiguousOrder)
    exploration.gaps.push_back({GapKind::UnmodelledCall,
                                "two accesses are ordered only if a failed trylock orders "
                                "anything, which standards leave open",
                                {},
                                {}});
  exploration.everySchedule = result->exhausted();
  if (!result->exhausted() && result->ended != SearchEnd::FirstRace)
    exploration.gaps.push_back(gapFrom(result->ended, task.limits, result->counters));
  if (result->firstRace) {
    Result<Conviction> race = convictionFrom(machine, *result->firstRace);
    if (!race)
      return fail(race.error());
    exploration.races.push_back(std::move(*race));
    addOtherRaces(machine, *result, *result->firstRace, exploration.races);
  }
  exploration.leftovers = {std::move(*made), result->leftover};
  return exploration;
}

} // namespace raceward
