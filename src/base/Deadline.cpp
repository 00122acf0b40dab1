#include "raceward/base/Deadline.h"

#include <algorithm>

namespace raceward {

SecondsClock systemClock() {
  using Clock = std::chrono::steady_clock;
  return [begin = Clock::now()] {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
}

double Deadline::secondsLeft() const {
  return std::max(0.0, seconds_ - watch_.seconds());
}

std::chrono::nanoseconds nanosecondsFrom(double seconds) {
  constexpr double kMost = 3e9; // a century, which still fits
  if (!(seconds < kMost))
    return std::chrono::nanoseconds::max();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(std::max(0.0, seconds)));
}

} // namespace raceward
