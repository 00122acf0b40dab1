// Corpus: the programs of the repository that race, and how each is loaded.
#pragma once

#include "raceward/program/Load.h"

#include <string>
#include <vector>

namespace raceward::test {

struct RacyProgram {
  std::string name; ///< its path below test/
  LoadRequest request;
};

/// Those of test/programs and then those of the red team, each in the order of its list.
std::vector<RacyProgram> racyPrograms(const std::string &testFolder);

} // namespace raceward::test
