// What each engine says about one CELE program, held against brute force.
#pragma once

#include "raceward/cele/Encoding.h"

#include <cstdint>
#include <string>
#include <vector>

namespace raceward::cele {

/// The uses that one engine gives, beside those of brute force.
struct Tally {
  std::string engine;
  std::uint64_t programs = 0; ///< with an answer
  std::uint64_t noAnswer = 0;
  std::uint64_t agreed = 0; ///< on every use
  std::uint64_t falseAlarms = 0;
  std::uint64_t misses = 0;
  double seconds = 0;
};

struct Totals {
  std::uint64_t tried = 0;
  std::uint64_t judged = 0; ///< that brute force could go through
  std::uint64_t uses = 0;
  std::uint64_t racing = 0;
  std::vector<Tally> engines;
  std::vector<std::string> differences; ///< of engines that must not differ
};

struct CompareOptions {
  bool execution = true;
  bool encodings = true; ///< the three that only approximate, too
};

/// The program with this seed, by every engine.
void compare(std::uint64_t seed, const CompareOptions &options, Totals &totals);

} // namespace raceward::cele
