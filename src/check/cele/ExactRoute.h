// The exact route: executes every schedule of an unrolled program. Private to check.
#pragma once

#include "raceward/cele/Run.h"
#include "raceward/check/ExploreLimits.h"
#include "raceward/check/Request.h"
#include "raceward/model/CheckResult.h"

#include <functional>
#include <map>
#include <string_view>
#include <vector>

namespace raceward::cele {

struct ExactOptions {
  Reduction reduction = Reduction::Source;
  ExploreLimits limits;
  std::vector<std::int64_t> inputDomain = {};
  std::function<void(std::string_view phase)> onProgress = {};
};

struct ExactAnswer {
  std::map<ExpressionId, ValueRace> races; ///< by the use in the text
  std::vector<Violation> violations;       ///< of the property, if one was asked for
  std::vector<Gap> gaps;                   ///< none: every schedule was executed to its end
  ExplorationStats stats;
};

/// Uses whose value depends on the schedule.
Result<ExactAnswer> exploreValueRaces(const Source &unrolled, const ExactOptions &options);

/// Assertions: also divisions by zero and indices out of range. Deadlock: a run in which no thread
/// can continue, and one waits at a `when`. Ends with the first violation.
Result<ExactAnswer> exploreProperty(const Source &unrolled, Property property,
                                    const ExactOptions &options);

} // namespace raceward::cele
