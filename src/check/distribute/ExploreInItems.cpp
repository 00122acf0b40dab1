#include "ExploreInItems.h"

#include "LocalWorkers.h"
#include "QueueWorkers.h"
#include "SearchIdentity.h"
#include "SharedSearch.h"
#include "evidence/RaceReplay.h"
#include "raceward/base/Text.h"
#include "raceward/explore/ItemSearch.h"
#include "request/SearchSetup.h"

#include <algorithm>

namespace raceward {
namespace {

Gap lossGap(const std::string &why) {
  return {GapKind::EngineCrash,
          "a part of the search was lost: " + sanitizedUtf8(why),
          {},
          "the worker may have run out of memory or been killed; otherwise this is a defect of "
          "Raceward: please report it with this message and the program"};
}

Result<std::unique_ptr<WorkJournal>> journalFor(const WorkOptions &work,
                                                const JournalAbout &about) {
  if (!work.resume.empty())
    return WorkJournal::open(work.resume, about);
  if (!work.checkpoint.empty())
    return WorkJournal::create(work.checkpoint, about);
  return std::unique_ptr<WorkJournal>();
}

Result<std::unique_ptr<SearchWorkers>> poolFor(const Program &program, const ExploreTask &task,
                                               const std::string &search) {
  const WorkOptions &work = task.options.work;
  if (work.queue)
    return QueueWorkers::make(program, task, search);
  return std::unique_ptr<SearchWorkers>(
      std::make_unique<LocalWorkers>(program, task, std::max(1U, work.jobs)));
}

Gap earlyEnd(const ExploreTask &task, const SharedSearchResult &result) {
  Gap gap = gapFrom(result.ended, task.limits, result.counters);
  gap.message += "; " + result.left;
  const WorkOptions &work = task.options.work;
  if (const std::string &file = work.resume.empty() ? work.checkpoint : work.resume; !file.empty())
    gap.hint = "go on with --resume " + file + ", and more time";
  if (work.queue && result.history.workers.empty())
    gap.hint = "no worker took part: start 'raceward worker --queue " + shownUrl(work.queue->url) +
               "' on this machine or on others";
  return gap;
}

/// Executes the races again, on a machine of this process.
Result<void> tellRaces(const Program &program, const ExploreTask &task,
                       const SharedSearchResult &result, Exploration &exploration) {
  if (result.races.empty())
    return {};
  Result<std::unique_ptr<ThreadedMachine>> machine = ThreadedMachine::make(
      program, task.machine, task.visible, task.model, threadBoundsOf(task.options));
  if (!machine)
    return fail(machine.error());
  for (const WorkTree::KnownRace &known : result.races) {
    const Result<Trace> trace = repeat(**machine, known.names, known.race.run);
    if (!trace)
      return fail(trace.error());
    const RacingPair pair = racingPair((*trace)[known.race.first], trace->back());
    Result<ToldRace> told =
        convictionFrom(**machine, *trace, exploration.races.empty() ? task.onRace : nullptr, &pair);
    if (!told)
      return fail(told.error());
    exploration.races.push_back(std::move(told->race));
  }
  exploration.leftovers.push_back(std::move(*machine));
  return {};
}

} // namespace

Result<Exploration> exploreInItems(const Program &program, const ExploreTask &task,
                                   double seconds) {
  ExploreTask mine = task;
  const WorkOptions &work = task.options.work;
  if (!work.queue && task.limits.memoryBytes != UINT64_MAX)
    mine.limits.memoryBytes /= std::max(1U, work.jobs) + 1; // an equal share for each process
  SharedSearchOptions options;
  const Result<JournalAbout> about = aboutSearch(program, task, options.sizes);
  if (!about)
    return fail(about.error());
  options.search = nameOf(*about);
  options.seconds = seconds;
  options.log = work.log;
  options.onStatus = task.onWork;
  const Result<std::unique_ptr<WorkJournal>> journal = journalFor(work, *about);
  if (!journal)
    return fail(journal.error());
  const Result<std::unique_ptr<SearchWorkers>> pool = poolFor(program, mine, options.search);
  if (!pool)
    return fail(pool.error());
  Result<SharedSearchResult> result = searchShared(options, **pool, journal->get());
  if (!result)
    return fail(result.error());

  Exploration exploration;
  exploration.everySchedule = result->isExhausted;
  exploration.gaps = result->machine.gaps;
  for (const std::string &loss : result->losses)
    exploration.gaps.push_back(lossGap(loss));
  if (result->ended != SearchEnd::Exhausted && result->ended != SearchEnd::FirstRace)
    exploration.gaps.push_back(earlyEnd(task, *result));
  if (result->ambiguousOrder)
    exploration.gaps.push_back(ambiguousOrderGap());
  ExplorationStats &stats = exploration.stats;
  stats.ended = toString(result->ended);
  stats.runs = result->counters.runs;
  stats.blockedRuns = result->counters.blockedRuns;
  stats.events = result->counters.events;
  stats.steps = result->machine.steps;
  stats.queries = result->machine.queries;
  stats.solverSeconds = result->machine.solverSeconds;
  stats.visibleSites =
      static_cast<std::uint64_t>(std::count(task.visible.begin(), task.visible.end(), true));
  stats.reachedSites = result->machine.reached.size();
  if (Result<void> told = tellRaces(program, task, *result, exploration); !told)
    return fail(told.error());
  return exploration;
}

} // namespace raceward
