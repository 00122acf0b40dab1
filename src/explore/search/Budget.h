// Budget: detects that a bound of the search is reached, and measures the elapsed time.
#pragma once

#include "raceward/explore/Search.h"

#include <optional>

namespace raceward {

class Budget {
public:
  explicit Budget(const SearchBounds &bounds)
      : bounds_(bounds), start_(std::chrono::steady_clock::now()) {}

  /// The bound that is reached, if any. Cheap: clock and memory are sampled.
  std::optional<SearchEnd> reached(const SearchCounters &counters);

  [[nodiscard]] std::chrono::nanoseconds elapsed() const {
    return std::chrono::steady_clock::now() - start_;
  }

  [[nodiscard]] bool isTimeOver() const { return elapsed() >= bounds_.time; }

private:
  const SearchBounds &bounds_;
  std::chrono::steady_clock::time_point start_;
  std::uint32_t calls_ = 0;
  std::uint32_t callsPerClock_ = 1;
  std::chrono::nanoseconds lastLook_{0};
  std::chrono::nanoseconds nextMemoryLook_{0};
};

/// Resident memory of this process; 0 if the system does not report it.
[[nodiscard]] std::uint64_t residentBytes();

} // namespace raceward
