#include "raceward/smt/Statistics.h"

#include <chrono>

namespace raceward {

Result<Answer> Statistics::check(const Query &query) {
  const auto start = std::chrono::steady_clock::now();
  Result<Answer> answer = next_->check(query);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  counts_.seconds += taken.count();
  ++counts_.queries;
  counts_.constraints += query.constraints.size();
  if (!answer)
    return answer;
  counts_.effort += answer->effort;
  ++(answer->sat == Sat::Yes ? counts_.yes : answer->sat == Sat::No ? counts_.no : counts_.gaveUp);
  return answer;
}

} // namespace raceward
