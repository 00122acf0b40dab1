#include "raceward/smt/CrossCheck.h"

#include "raceward/smt/SmtLib.h"

namespace raceward {

Result<Answer> CrossCheck::check(const Query &query) {
  Result<Answer> first = first_->check(query);
  if (!first)
    return first;
  Result<Answer> second = second_->check(query);
  if (!second)
    return second;
  if (counts_ != nullptr && second->sat == Sat::GaveUp) {
    ++counts_->unanswered;
    counts_->why = second->why;
  } else if (counts_ != nullptr && first->sat == second->sat) {
    ++counts_->compared;
  }
  if (first->sat == Sat::GaveUp || second->sat == Sat::GaveUp)
    return first->sat == Sat::GaveUp ? std::move(second) : std::move(first);
  if (first->sat == second->sat)
    return first;
  return fail(Error{Error::Kind::Internal,
                    std::string("the solvers disagree: ") + toString(first->sat) + " against " +
                        toString(second->sat),
                    smtLibQuery(arena_, query.constraints),
                    "please report this with the query below; no result of this run counts"});
}

} // namespace raceward
