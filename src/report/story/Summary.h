// The verdict in one line, and the statistics as a table.
#pragma once

#include "raceward/model/CheckResult.h"

#include <string>
#include <vector>

namespace raceward {

/// The text after "raceward: unknown: " and the like.
std::string verdictSummary(const CheckResult &result);
std::string verdictSummary(const PropertyResult &result);

/// "assuming 2 functions behave: f(), g()": a part of the verdict, where it rests on that.
/// Otherwise empty.
std::string assumedOfFunctions(const CheckResult &result);
/// The summary without that part.
std::string whatWasFound(const CheckResult &result);

/// How it was proved: a line for each engine that removed suspects.
std::vector<std::string> whyRaceFree(const CheckResult &result);
/// What the verdict rests on: a race-free on all assumptions, a race on what its callers do
/// (--entry).
std::vector<Assumption> assumptionsOf(const CheckResult &result);

/// The assumptions of the verdict, a sentence each.
std::vector<std::string> whatIsAssumed(const CheckResult &result);

/// Lines for --verbose: the suspects that each engine removed, then time, memory and sizes.
std::vector<std::string> statisticsTable(const CheckResult &result);
std::vector<std::string> statisticsTable(const PropertyResult &result);

} // namespace raceward
