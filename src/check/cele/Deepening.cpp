#include "Deepening.h"

#include "raceward/base/Text.h"
#include "raceward/cele/Unroll.h"
#include "raceward/check/ExploreLimits.h"

#include <array>
#include <set>

namespace raceward::cele {

namespace {

/// Most loops of small programs that terminate do so within these bounds.
constexpr std::array<std::uint32_t, 9> kBounds = {1, 2, 3, 4, 6, 8, 12, 16, 24};
/// Share of the time after which no further level begins: it takes longer than all before it.
constexpr double kShareForGoingOn = 0.2;

bool isTimeToGoOn(const CheckRequest &request, const Stopwatch &sinceBegin) {
  return sinceBegin.seconds() < kShareForGoingOn * exploreLimits(request, 0).seconds;
}

Gap gapFor(const Source &text, StatementId loop, std::uint32_t bound) {
  const Statement &statement = text.at(loop);
  return {GapKind::Bound,
          "this loop was followed for " + counted(bound, "iteration") + ", and may go on",
          {text.file, statement.at.line, statement.at.column},
          "a loop that ends by itself can be followed further with --loop-bound; what an endless "
          "one does is known up to there"};
}

} // namespace

std::vector<Gap> deepen(const Source &text, const CheckRequest &request,
                        const Stopwatch &sinceBegin,
                        const std::function<Level(const Source &unrolled)> &look) {
  std::vector<std::uint32_t> bounds(kBounds.begin(), kBounds.end());
  if (request.explore.loopBound != 0)
    bounds = {request.explore.loopBound};
  std::vector<Gap> gaps;
  for (const std::uint32_t bound : bounds) {
    const std::optional<Source> unrolled = unroll(text, bound);
    if (!unrolled) {
      gaps.push_back(
          {GapKind::Bound,
           "with loops followed for " + counted(bound, "iteration") + " the program is too large",
           {},
           "lower --loop-bound, or make the program smaller"});
      return gaps;
    }
    const Level level = look(*unrolled);
    if (level.interrupted)
      break;
    gaps.clear();
    for (const StatementId loop : std::set(level.cut.begin(), level.cut.end()))
      gaps.push_back(gapFor(text, loop, bound));
    if (level.decided || level.cut.empty() || !isTimeToGoOn(request, sinceBegin))
      break;
  }
  return gaps;
}

} // namespace raceward::cele
