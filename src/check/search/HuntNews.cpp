#include "HuntNews.h"

namespace raceward {

bool HuntNews::areOver() {
  const std::size_t now = taken_.count();
  if (now > known_) {
    known_ = now;
    runs_ = 0;
    wait_ = Deadline(most_.seconds);
  }
  ++runs_;
  return runs_ > most_.runs || (runs_ > most_.runsInSeconds && wait_.isOver());
}

} // namespace raceward
