// Schedules: the machine under the search, up to the first race.
//
// Joins what lies below: the provers say which accesses matter, the symbolic machine
// executes, the search decides who moves next. A race that it returns is a run that
// exists; that there is none is known only if the search was exhausted and nothing was
// left out.
#pragma once

#include "raceward/explore/Search.h"
#include "raceward/model/Verdict.h"
#include "raceward/symex/ThreadedMachine.h"

#include <optional>
#include <vector>

namespace raceward {

struct ScheduleOptions {
  MachineOptions machine;
  MemoryModel model = MemoryModel::C11;
  Reduction reduction = Reduction::Source;
  LockOrder lockOrder = LockOrder::Eager;
  SearchBounds bounds;
  std::function<void(const Progress &)> onProgress;
};

struct ScheduleReport {
  std::optional<Conviction> race;
  std::vector<InputValue> inputs; ///< of the run with the race
  std::vector<Gap> gaps;
  SearchCounters counters;
  std::uint64_t steps = 0;
  SearchEnd ended = SearchEnd::Exhausted;

  /// Every schedule was followed for all inputs, and none has a race.
  [[nodiscard]] bool provesRaceFree() const {
    return !race && gaps.empty() && ended == SearchEnd::Exhausted;
  }
};

Result<ScheduleReport> exploreSchedules(const Program &program, const ScheduleOptions &options);

} // namespace raceward
