#include "raceward/check/ExploreLimits.h"

#include "raceward/base/Check.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <unistd.h>

namespace raceward {

namespace {

// Reserved for the end of the check. A solver query is not interrupted, and takes a few seconds at
// most.
constexpr double kShareKept = 0.1;
constexpr double kLeastSecondsKept = 0.5;
constexpr double kMostSecondsKept = 10;

std::uint64_t physicalMemory() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long size = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0)
    return UINT64_MAX;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size);
}

std::string roundedSeconds(double seconds) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.3g s", seconds);
  return text.data();
}

std::string hintFor(ExploreLimits::TimeFrom from) {
  switch (from) {
  case ExploreLimits::TimeFrom::Default:
    return "give it more time, such as --explore-time 15m, or make the program smaller";
  case ExploreLimits::TimeFrom::ExploreTime:
    return "raise --explore-time, or make the program smaller";
  case ExploreLimits::TimeFrom::TimeLimit:
    break;
  }
  return "raise --time-limit, or make the program smaller";
}

} // namespace

ExploreLimits exploreLimits(const CheckRequest &request, double spentSeconds) {
  ExploreLimits limits;
  limits.seconds = kDefaultExploreSeconds;
  if (request.explore.seconds) {
    limits.seconds = *request.explore.seconds;
    limits.timeFrom = ExploreLimits::TimeFrom::ExploreTime;
  }
  if (request.timeLimitSeconds) {
    const double limit = *request.timeLimitSeconds;
    const double kept = std::clamp(limit * kShareKept, kLeastSecondsKept, kMostSecondsKept);
    const double left = std::max(0.0, limit - spentSeconds - kept);
    if (!request.explore.seconds || left < limits.seconds) {
      limits.seconds = left;
      limits.timeFrom = ExploreLimits::TimeFrom::TimeLimit;
    }
  }
  if (request.memoryLimitBytes) {
    const std::uint64_t limit = *request.memoryLimitBytes;
    limits.memoryBytes = limit - limit / 5;
    limits.memoryFromUser = true;
  } else if (const std::uint64_t all = physicalMemory(); all != UINT64_MAX) {
    limits.memoryBytes = all / 2; // other processes need memory as well
  }
  return limits;
}

Gap gapFrom(SearchEnd end, const ExploreLimits &limits, const SearchCounters &counters) {
  const std::string done = " (" + counted(counters.runs + counters.blockedRuns, "run") + ")";
  switch (end) {
  case SearchEnd::TimeBound:
    return {GapKind::TimeLimit,
            "not every schedule was executed in " + roundedSeconds(limits.seconds) + done,
            {},
            hintFor(limits.timeFrom)};
  case SearchEnd::MemoryBound:
    return {GapKind::MemoryLimit,
            "not every schedule was executed in " + formatBytes(limits.memoryBytes) + " of memory" +
                done,
            {},
            limits.memoryFromUser ? "raise --memory-limit" : "set a higher --memory-limit"};
  case SearchEnd::RunLength:
    return {GapKind::Bound,
            "a run got too long to be followed to its end" + done,
            {},
            "--loop-bound looks at the first iterations only"};
  case SearchEnd::RunBound:
  case SearchEnd::EventBound:
    return {GapKind::Bound, "not every schedule was executed" + done, {}, {}};
  case SearchEnd::Exhausted:
  case SearchEnd::FirstRace:
  case SearchEnd::Enough:
    break;
  }
  RW_CHECK(false);
}

} // namespace raceward
