// What makes a check fail: the status that it exits with.
#pragma once

#include "raceward/model/CheckResult.h"
#include "raceward/report/Baseline.h"
#include "terminal/Exit.h"

#include <optional>
#include <string>

namespace raceward {

/// Without an option all of it, so that each verdict has a status of its own.
struct FailOn {
  bool race = true;
  bool newRace = true;    ///< that the baseline does not have
  bool unknown = true;    ///< for another reason than a suppressed race
  bool suppressed = true; ///< races that a rule suppresses
};

/// "race,unknown"; "none" alone. Empty: everything, but with a baseline only what is new.
Result<FailOn> failOnFrom(const std::string &text, bool hasBaseline);

ExitStatus exitStatusOf(const CheckResult &result, const FailOn &failOn,
                        const std::optional<Baseline> &baseline);
ExitStatus exitStatusOf(const PropertyResult &result, const FailOn &failOn,
                        const std::optional<Baseline> &baseline);

} // namespace raceward
