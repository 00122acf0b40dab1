#include "raceward/smt/Limits.h"

#include <algorithm>

namespace raceward {

Result<Answer> Limits::check(const Query &query) {
  Query limited = query;
  const auto lower = [&limited](std::uint64_t limit) {
    limited.effort = std::min(limited.effort.value_or(limit), limit);
  };
  if (options_.perQuery)
    lower(*options_.perQuery);
  if (options_.total) {
    if (spent_ >= *options_.total)
      return Answer::gaveUp("solver effort of the whole run used up");
    lower(*options_.total - spent_);
  }
  Result<Answer> answer = next_->check(limited);
  if (answer)
    spent_ += answer->effort;
  return answer;
}

} // namespace raceward
