// Time and memory for executing schedules, such that the check has an answer before its own limits
// end it.
#pragma once

#include "raceward/check/Request.h"

#include <chrono>
#include <cstdint>

namespace raceward {

/// For a check without limits: a longer search has to be asked for.
inline constexpr double kDefaultExploreSeconds = 60;

struct ExploreLimits {
  /// The origin of the time bound, which decides the hint for the user.
  enum class TimeFrom : std::uint8_t { Default, ExploreTime, TimeLimit };
  double seconds = 0;
  TimeFrom timeFrom = TimeFrom::Default;
  std::uint64_t memoryBytes = UINT64_MAX; ///< of the whole process
  bool memoryFromUser = false;
};

/// `spentSeconds`: by the check so far.
ExploreLimits exploreLimits(const CheckRequest &request, double spentSeconds);

/// The gap of a search that ended early, with a hint. Must not be called for a search that was
/// exhausted or ended with a race.
Gap gapFrom(SearchEnd end, const ExploreLimits &limits, const SearchCounters &counters);

} // namespace raceward
