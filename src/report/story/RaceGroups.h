// Many races, put together by variable: one missing lock makes many of them.
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

/// In the order in which the variables first come.
std::vector<RaceGroup> groupedByVariable(std::vector<ShownFinding> races);

/// "3 data races on 'total', on lines 4 and 11"; empty where a heading would say nothing new.
std::string headingOf(const RaceGroup &group, std::size_t groups);

} // namespace raceward
