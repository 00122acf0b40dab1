// The conventions of the software verification competition (docs/competition.md).
#pragma once

#include "raceward/base/Result.h"
#include "raceward/model/Verdict.h"

#include <string>

namespace raceward {

/// The text of a property file, which must ask for data races: properties of other kinds are
/// asked with --property, in words of our own, which do not mean quite the same.
Result<std::string> readSpecification(const std::string &path);

/// The last line that a check with --svcomp prints: the verdict as the competition calls it.
std::string competitionLine(const Verdict &verdict);

} // namespace raceward
