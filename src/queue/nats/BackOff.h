// BackOff: growing pauses between retries. A stream without a leader refuses at once, and would be
// asked a hundred thousand times a second.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace raceward::nats {

class BackOff {
public:
  using Duration = std::chrono::milliseconds;

  void sleep(Duration atMost = kLongest) {
    std::this_thread::sleep_for(std::clamp(next_, Duration{0}, std::max(atMost, Duration{0})));
    next_ = std::min(next_ * 2, kLongest);
  }
  void reset() { next_ = kShortest; }

private:
  static constexpr Duration kShortest{10};
  static constexpr Duration kLongest{1000};
  Duration next_ = kShortest;
};

} // namespace raceward::nats
