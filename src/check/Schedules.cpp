#include "raceward/check/Schedules.h"

#include "raceward/check/Pipeline.h"

namespace raceward {

Result<ScheduleReport> exploreSchedules(const Program &program, const ScheduleOptions &options) {
  Result<std::unique_ptr<ThreadedMachine>> made =
      ThreadedMachine::make(program, options.machine, openSitesOf(program), options.model);
  if (!made)
    return fail(made.error());
  ThreadedMachine &machine = **made;
  SearchOptions search;
  search.reduction = options.reduction;
  search.question = Question::AnyRace;
  search.lockOrder = options.lockOrder;
  search.bounds = options.bounds;
  search.onProgress = options.onProgress;
  const Result<SearchResult> result = explore(machine, search);
  if (!result)
    return fail(result.error());
  ScheduleReport report;
  report.counters = result->counters;
  report.steps = machine.steps();
  report.gaps = machine.gaps();
  if (result->ambiguousTryLock)
    report.gaps.push_back({GapKind::UnmodelledCall,
                           "two accesses are ordered only if a failed trylock orders anything, "
                           "which standards leave open",
                           {},
                           {}});
  report.ended = result->ended;
  if (result->races.empty())
    return report;
  const RacingPair &pair = *result->races.begin();
  const AccessSite *first = machine.siteAt(pair.first.at);
  const AccessSite *second = machine.siteAt(pair.second.at);
  RW_CHECK(first && second);
  report.race = Conviction{*first, *second, machine.nameOf(pair.first.thread),
                           machine.nameOf(pair.second.thread)};
  report.inputs = machine.inputs();
  return report;
}

} // namespace raceward
