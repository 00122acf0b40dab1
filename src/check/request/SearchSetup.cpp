#include "SearchSetup.h"

#include "raceward/base/Text.h"

#include <algorithm>

namespace raceward {

namespace {

/// Events per run: beyond this, a depth-first search is taken to be in an endless loop.
constexpr std::uint64_t kLongestRun = 1'000'000;

} // namespace

SearchOptions searchOptionsOf(const ExploreTask &task) {
  SearchOptions search;
  search.reduction = task.options.reduction;
  search.question = task.options.allRaces ? Question::Everything : Question::AnyRace;
  search.pruning = task.options.pruning;
  search.bounds = task.bounds;
  search.bounds.eventsPerRun = kLongestRun;
  search.bounds.memoryBytes = task.limits.memoryBytes;
  return search;
}

std::string progressWords(const Progress &progress) {
  std::string words = "executing schedules: " +
                      counted(progress.counters.runs + progress.counters.blockedRuns, "run") +
                      ", " + withThousands(static_cast<std::uint64_t>(progress.runsPerSecond)) +
                      "/s";
  // The estimate is unreliable until subtrees of some size are done.
  if (const auto percent = static_cast<unsigned>(100 * progress.fraction.estimate); percent > 0)
    words += ", about " + std::to_string(std::min(percent, 99U)) + " % done";
  return words;
}

ThreadBounds threadBoundsOf(const ExploreOptions &options) {
  ThreadBounds bounds;
  bounds.loop = options.loopBound;
  bounds.threads = options.threadBound;
  bounds.sleepOnMutexes = rowOf(options.reduction).sleepOnMutexes;
  return bounds;
}

Gap ambiguousOrderGap() {
  return {GapKind::AmbiguousOrder,
          "two accesses are ordered only by what standards or data leave open, such as a failing "
          "trylock",
          {},
          "order them by a mutex that both take with pthread_mutex_lock"};
}

void addFigures(const ThreadedMachine &machine, const std::vector<bool> &visible,
                ExplorationStats &stats) {
  stats.steps = machine.work().steps;
  stats.queries = machine.solverCounts().solved.queries;
  stats.solverSeconds = machine.solverCounts().solved.seconds;
  stats.visibleSites = static_cast<std::uint64_t>(std::count(visible.begin(), visible.end(), true));
  stats.reachedSites = machine.reached().size();
}

ExplorationStats statsOf(const ThreadedMachine &machine, const SearchResult &result,
                         const std::vector<bool> &visible) {
  ExplorationStats stats;
  stats.ended = toString(result.ended);
  stats.runs = result.counters.runs;
  stats.blockedRuns = result.counters.blockedRuns;
  stats.pruningChecks = result.counters.pruningChecks;
  stats.pruningYes = result.counters.pruningYes;
  stats.pruningSkipped = result.counters.pruningSkipped;
  stats.events = result.counters.events;
  addFigures(machine, visible, stats);
  return stats;
}

} // namespace raceward
