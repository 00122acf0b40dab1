// Random: numbers that are the same on every machine and with every library.
//
// splitmix64 (Steele, Lea, Flood, OOPSLA 2014): one addition and three mixing steps.
#pragma once

#include <cstdint>

namespace raceward {

class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// From 0 to limit - 1; slightly biased, which does not matter for schedules.
  std::uint64_t below(std::uint64_t limit) { return next() % limit; }
  bool oneIn(std::uint64_t count) { return below(count) == 0; }

private:
  std::uint64_t state_;
};

} // namespace raceward
