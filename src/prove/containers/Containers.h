// Containers: memory that changes hands through lists under a lock.
//
//   lock(q); job = q->first; q->first = job->next; unlock(q); use(job); free(job);
//
// Lists are guessed (NodeShapes.h), and the program is walked through with what each thread owns
// (Executor.h); what of the guesses does not hold is taken back until the rest holds everywhere.
// Private to prove.
#pragma once

#include "raceward/prove/Facts.h"

#include <vector>

namespace raceward {

class Containers {
public:
  explicit Containers(const Facts &facts);

  /// Every execution of the site accesses what its thread owns then: two such never race.
  [[nodiscard]] bool isAlwaysOwned(SiteId site) const {
    return !alwaysOwned_.empty() && alwaysOwned_[site.index()];
  }

private:
  std::vector<bool> alwaysOwned_; ///< by site; empty if nothing is known
};

} // namespace raceward
