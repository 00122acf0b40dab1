// Why a verdict is what it is, variable by variable, for --explain.
#pragma once

#include "raceward/model/CheckResult.h"

#include <string>
#include <vector>

namespace raceward {

/// What the lines below are about.
std::string explanationTitle(const CheckResult &result);
/// Each variable that threads share, with its accesses and the rules that removed its suspects;
/// what is open first. Lines are at most `width` wide where words allow it.
std::vector<std::string> explanationLines(const CheckResult &result, std::size_t width);

} // namespace raceward
