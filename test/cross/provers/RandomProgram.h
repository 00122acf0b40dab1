// Random programs with threads, from idioms that are right and idioms that are almost right.
#pragma once

#include <cstdint>
#include <string>

namespace raceward::test {

struct RandomProgram {
  std::string text;         ///< C, one statement a line
  std::uint64_t faults = 0; ///< how many places were broken on purpose
};

/// The same for the same seed.
RandomProgram randomProgram(std::uint64_t seed);

} // namespace raceward::test
