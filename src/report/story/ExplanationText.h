// Explains a verdict, variable by variable, for --explain.
#pragma once

#include "raceward/model/CheckResult.h"

#include <string>
#include <vector>

namespace raceward {

/// The heading of the lines below.
std::string explanationTitle(const CheckResult &result);
/// Each shared variable, with its accesses and the rules that removed its suspects; open ones
/// first. Lines are at most `width` wide where words allow it.
std::vector<std::string> explanationLines(const CheckResult &result, std::size_t width);

} // namespace raceward
