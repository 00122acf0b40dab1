// Which results make a check fail: its exit status.
#pragma once

#include "raceward/model/CheckResult.h"
#include "raceward/report/Baseline.h"
#include "terminal/Exit.h"

#include <optional>
#include <string>

namespace raceward {

/// By default all of them, so that each verdict has a status of its own.
struct FailOn {
  bool race = true;
  bool newRace = true;    ///< not in the baseline
  bool unknown = true;    ///< for another reason than a suppressed race
  bool suppressed = true; ///< races that a rule suppresses
};

/// "race,unknown"; "none" alone. Empty: everything, but with a baseline only new races.
Result<FailOn> failOnFrom(const std::string &text, bool hasBaseline);

ExitStatus exitStatusOf(const CheckResult &result, const FailOn &failOn,
                        const std::optional<Baseline> &baseline);
ExitStatus exitStatusOf(const PropertyResult &result, const FailOn &failOn,
                        const std::optional<Baseline> &baseline);

} // namespace raceward
