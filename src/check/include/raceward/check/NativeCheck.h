// A check of the real program, for one input: `raceward run` (docs/use/native.md).
//
// A race that it reports was executed. There may be further races: with another input, in code that
// was not instrumented, or under a schedule that was not tried. So its verdict is `race` or
// `unknown`, never race-free (rule R12).
#pragma once

#include "raceward/check/Request.h"
#include "raceward/model/CheckResult.h"
#include "raceward/native/NativeMachine.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace raceward {

enum class NativeStrategy : std::uint8_t {
  Auto,        ///< search if runs are short, otherwise the others in turn
  Search,      ///< every schedule, by partial-order reduction
  Random,      ///< any thread at any step
  Priorities,  ///< random priorities that change a few times in a run
  Preemptions, ///< all schedules with few preemptions
};

struct NativeRequest {
  NativeCommand command;
  NativeStrategy strategy = NativeStrategy::Auto;
  Reduction reduction = Reduction::Source;
  Pruning pruning = Pruning::None;
  MemoryModel model = MemoryModel::C11;
  bool allRaces = false;
  std::uint64_t mostRuns = UINT64_MAX;
  std::uint64_t mostEventsPerRun = 200'000; ///< for Search
  double seconds = 60;
  std::uint64_t seed = 1;
  std::uint32_t preemptions = 2;
  std::vector<std::uint8_t> schedule; ///< not empty: only this one, thread by thread
  std::uint64_t repeats = 1;          ///< of that schedule; the runs must be equal
};

struct NativeResult {
  CheckResult check;
  NativeCounters counters;
  SearchCounters search;
  std::vector<NativeFailure> failures;
  /// The schedule of the first race, or else failure, or else of the last run, by thread.
  std::vector<std::uint8_t> schedule;
  std::uint64_t longestRun = 0; ///< in events
  std::uint64_t runs = 0;       ///< schedules that were executed to their end
};

/// An Error means that the program could not be run, and says nothing about it.
Result<NativeResult> runNatively(const NativeRequest &request, const CheckEvents &events);

} // namespace raceward
