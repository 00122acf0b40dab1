// The conventions of the software verification competition (docs/use/competition.md).
#pragma once

#include "raceward/base/Result.h"
#include "raceward/check/Validate.h"
#include "raceward/model/Verdict.h"

#include <string>

namespace raceward {

/// The text of a property file, which must ask for data races: other properties are requested with
/// --property, whose meaning is not quite the same.
Result<std::string> readSpecification(const std::string &path);

/// The last line that a command with --svcomp prints: the answer in the competition's terms.
std::string competitionLine(const Verdict &verdict);
std::string competitionLine(Validation::Answer answer);

} // namespace raceward
