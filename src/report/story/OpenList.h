// What is left of a check, variable by variable, for the reader.
#pragma once

#include "Findings.h"

#include <cstddef>
#include <string>
#include <vector>

namespace raceward {

/// A variable whose accesses may race.
struct ShownVariable {
  ShownFinding finding; ///< its likeliest pair, with further partners of the leading line
  std::string lock;     ///< what lock most accesses hold, and where it is missing; may be empty
};

/// At most `most` of them, the likeliest races first.
std::vector<ShownVariable> openVariablesOf(const Ledger &ledger, std::size_t most);

/// "23 variables may race; 18 of them are not shown"; then, if there are any, how many others only
/// meet those.
std::vector<std::string> countsOfOpen(const OpenVariables &variables, std::size_t shown);

} // namespace raceward
