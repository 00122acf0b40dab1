// Every schedule of a program with every access visible: which pairs of accesses are the first
// race of some execution?
//
// A prover may remove a pair that is ordered in every execution up to its first race (rule R2).
// What only races after another race, as the contents of an object whose pointer is read without
// a lock, may be removed.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/program/Program.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>

namespace raceward::test {

struct FirstRaces {
  std::set<std::pair<SiteId, SiteId>> pairs;
  bool racy = false;          ///< there is a race, whichever is the first
  bool exhausted = false;     ///< every schedule was executed, and nothing is missing
  std::set<std::string> gaps; ///< why not
};

/// An Error means that the engine failed.
Result<FirstRaces> findFirstRaces(const Program &program, double seconds, std::uint64_t events);

} // namespace raceward::test
