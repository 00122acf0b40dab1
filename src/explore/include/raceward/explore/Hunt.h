// hunt(): looks for a race in single runs, without exhausting the schedules.
//
// A depth-first search never ends its first run of `while (1)`, and comes late to what the
// last of many threads does. Hunting takes whole schedules instead: fair ones, random ones,
// random priorities, and ones that hold threads before plain accesses until two meet. It
// finds races and proves nothing. The seed decides everything.
#pragma once

#include "raceward/explore/Search.h"

#include <functional>

namespace raceward {

struct HuntBounds {
  std::uint64_t runs = 1000;
  std::uint64_t eventsPerRun = 100'000; ///< a longer run is cut, and the next one begins
  /// Where threads never end, most of a long run repeats loops that are known already: the limit
  /// starts here, doubles from round to round, and starts again. Counted from the second thread on.
  std::uint64_t shortestRun = 250;
  std::chrono::nanoseconds time = std::chrono::nanoseconds::max();
};

struct HuntOptions {
  std::uint64_t seed = 1;
  HuntBounds bounds;
  bool stopAtFirstRace = true;
  /// Called before each run, with the number of events of the run before.
  std::function<void(std::uint64_t)> onRun;
  /// Asked after each run: true repeats it, step by step, with operations that it did not show. May
  /// be empty.
  std::function<bool()> isWorthRepeating;
  /// Whether the next operation of the thread is one of those: it is taken at once, as it was.
  std::function<bool(ThreadId)> wasNotShown;
  /// Work of the current run beside its events, in events: it counts for the length of the run. May
  /// be empty.
  std::function<std::uint64_t()> otherWork;
  /// Asked before each run; true ends the hunt. May be empty.
  std::function<bool()> isEnough;
};

enum class HuntEnd : std::uint8_t {
  FirstRace,
  RunBound,
  Enough,    ///< isEnough() said so
  TimeBound, ///< even in the middle of a run
};
[[nodiscard]] const char *toString(HuntEnd end);

struct HuntResult {
  HuntEnd ended = HuntEnd::RunBound;
  std::set<RacingPair> races;
  std::optional<Trace> firstRace; ///< ends with the second access
  bool ambiguousOrder = false;    ///< as in SearchResult
  std::uint64_t runs = 0;         ///< that ended by themselves
  std::uint64_t cutRuns = 0;      ///< that reached the length limit
  std::uint64_t events = 0;
};

/// An Error means that the machine failed; the races found until then are lost.
Result<HuntResult> hunt(Machine &machine, const HuntOptions &options);

} // namespace raceward
