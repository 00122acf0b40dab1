// The time of a test, which goes on when the test says so and not with the speed of the machine:
// else a slow one would have every item offered again before somebody got round to it.
#pragma once

#include "../queue/MemoryQueue.h"
#include "raceward/base/Deadline.h"

#include <chrono>

namespace raceward::test {

struct Ticks {
  std::chrono::milliseconds now{1000};

  [[nodiscard]] SecondsClock seconds() const {
    return [this] { return std::chrono::duration<double>(now).count(); };
  }
  [[nodiscard]] std::shared_ptr<MemoryStore> store(std::chrono::milliseconds patience) const {
    return std::make_shared<MemoryStore>(patience,
                                         [this] { return MemoryStore::Clock::time_point(now); });
  }
};

} // namespace raceward::test
