// The verdict in one line, and the figures behind it as a table.
#pragma once

#include "raceward/model/CheckResult.h"

#include <string>
#include <vector>

namespace raceward {

/// What follows "raceward: unknown: " and its like.
std::string verdictSummary(const CheckResult &result);
std::string verdictSummary(const PropertyResult &result);

/// What was proved how: a line for each engine that ruled out suspects.
std::vector<std::string> whyRaceFree(const CheckResult &result);
/// What it rests on, a sentence each.
std::vector<std::string> whatIsAssumed(const CheckResult &result);

/// Lines for --verbose: what each engine removed, then time, memory and sizes.
std::vector<std::string> statisticsTable(const CheckResult &result);
std::vector<std::string> statisticsTable(const PropertyResult &result);

} // namespace raceward
