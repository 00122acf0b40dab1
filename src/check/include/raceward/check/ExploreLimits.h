// How much time and memory executing schedules may take, so that the check has an answer
// before its own limits end it.
#pragma once

#include "raceward/check/Request.h"

#include <chrono>
#include <cstdint>

namespace raceward {

/// For a check without any limit: an answer that takes longer than this is not waited for
/// unless somebody asks for it.
inline constexpr double kDefaultExploreSeconds = 60;

struct ExploreLimits {
  /// Who set the bound on time, since that decides what the user can do about it.
  enum class TimeFrom : std::uint8_t { Default, ExploreTime, TimeLimit };
  double seconds = 0;
  TimeFrom timeFrom = TimeFrom::Default;
  std::uint64_t memoryBytes = UINT64_MAX; ///< of the whole process
  bool memoryFromUser = false;
};

/// `spentSeconds` by the check up to now.
ExploreLimits exploreLimits(const CheckRequest &request, double spentSeconds);

/// What is left out because a search ended early, with what to do about it. Not to be asked
/// about a search that was exhausted or ended with a race.
Gap gapFrom(SearchEnd end, const ExploreLimits &limits, const SearchCounters &counters);

} // namespace raceward
