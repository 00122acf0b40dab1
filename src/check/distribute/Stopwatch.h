// The time, in seconds since some moment. Who waits for others asks one of these, so that a test
// can say how late it is.
#pragma once

#include <chrono>
#include <functional>

namespace raceward {

using SecondsClock = std::function<double()>;

/// Since now.
inline SecondsClock stopwatch() {
  return [begin = std::chrono::steady_clock::now()] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
}

} // namespace raceward
