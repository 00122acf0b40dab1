// One program, judged: may the provers remove what they removed?
//
// The explorer executes the program with every access visible, whatever provers say about it.
// The first race of an execution that exists must not have been removed (FirstRaces.h).
#pragma once

#include "raceward/program/Program.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace raceward::test {

struct TrialOptions {
  double seconds = 3;
  std::uint64_t events = 200'000;
  bool withLiar = false; ///< a prover that removes everything, to test the test
};

struct Trial {
  std::vector<std::string> complaints; ///< empty if all is well
  std::uint64_t suspects = 0;
  std::uint64_t left = 0;     ///< by the provers
  bool racy = false;          ///< the explorer saw a race
  bool exhausted = false;     ///< it saw every schedule, and nothing is missing
  bool checkProves = false;   ///< the whole check says race-free
  std::set<std::string> gaps; ///< why it was not exhausted
};

using LinePair = std::pair<std::uint32_t, std::uint32_t>;

Trial tryProgram(const Program &program, const TrialOptions &options);

/// Complaints about races that somebody else saw, by line. `who` saw them.
std::vector<std::string> complaintsAbout(const Program &program, const std::set<LinePair> &races,
                                         const std::string &who);

} // namespace raceward::test
