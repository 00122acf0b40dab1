// Time in seconds since some moment. Code that waits for others uses such a clock, so that tests
// can set the time.
#pragma once

#include <chrono>
#include <functional>

namespace raceward {

using SecondsClock = std::function<double()>;

/// Starts now.
inline SecondsClock stopwatch() {
  return [begin = std::chrono::steady_clock::now()] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
}

} // namespace raceward
