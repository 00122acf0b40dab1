// Races grouped by variable: one missing lock causes many of them.
#pragma once

#include "Findings.h"

#include <span>
#include <string>
#include <vector>

namespace raceward {

struct RaceGroup {
  std::string object; ///< may be empty
  std::vector<ShownFinding> races;
};

/// In the order of first occurrence of the variables.
std::vector<RaceGroup> groupedByVariable(std::vector<ShownFinding> races);

/// "3 data races on 'total', on lines 4 and 11"; empty if a heading adds nothing.
std::string headingOf(const RaceGroup &group, std::size_t groups);

} // namespace raceward
