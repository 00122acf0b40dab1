#include "HuntNews.h"

namespace raceward {

bool HuntNews::areOver() {
  const std::size_t now = machine_.reachedCount() + (inputs_ ? inputs_->places() : 0);
  if (now > known_) {
    known_ = now;
    runs_ = 0;
    wait_ = Deadline(most_.seconds);
  }
  return runs_++ >= most_.runs || wait_.isOver();
}

} // namespace raceward
