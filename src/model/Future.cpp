#include "raceward/model/Future.h"

namespace raceward {

bool haveCommonLock(const HeldLocks &a, const HeldLocks &b) {
  for (auto first = a.begin(), second = b.begin(); first != a.end() && second != b.end();) {
    if (first->lock == second->lock) {
      if (first->exclusive || second->exclusive || mutated(Mutation::PruningReaders))
        return true;
      ++first;
      ++second;
    } else if (first->lock < second->lock) {
      ++first;
    } else {
      ++second;
    }
  }
  return false;
}

} // namespace raceward
