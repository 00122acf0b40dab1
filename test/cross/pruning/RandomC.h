// Random C programs with branches, loops and nested locks, in which most data has its lock.
#pragma once

#include <cstdint>
#include <string>

namespace raceward::test {

struct RandomC {
  std::string text;   ///< variables and functions, all of whose names begin with the prefix
  bool polls = false; ///< a loop waits for another thread
};

/// Its entry is `int <prefix>main(void)`; needs pthread.h and stdatomic.h. The same seed gives the
/// same program on every machine.
RandomC randomC(std::uint64_t seed, const std::string &prefix);

/// A whole file with programs `first`, `first + 1` …; each is run by its number as argument, a
/// single one without.
std::string fileOfPrograms(std::uint64_t first, std::uint64_t count);

} // namespace raceward::test
