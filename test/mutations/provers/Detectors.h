// Detectors: who may notice that the provers lack a condition, the cheapest first. Each asks only
// about mutants that nobody noticed before.
#pragma once

#include "Corpus.h"
#include "Mutants.h"

#include <cstdint>

namespace raceward::test {

struct ProgramCounts {
  std::size_t usable = 0; ///< the provers leave suspects of them
  std::size_t other = 0;  ///< nothing can be noticed: gaps, or not loaded
};

/// Runs the provers on racy programs: a mutant is noticed when no suspect is left of one, or when
/// it fails one of its own checks.
ProgramCounts askPrograms(const std::vector<RacyProgram> &programs, std::vector<Mutant> &mutants);

/// False if a test fails without any mutant.
bool askUnitTests(std::vector<Mutant> &mutants);

/// So many random programs against brute force, up to the first complaint.
void askRandomPrograms(const std::string &crossProvers, std::uint64_t count,
                       std::vector<Mutant> &mutants);

} // namespace raceward::test
