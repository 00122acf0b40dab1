// `check --confirm`: reproduces the races natively.
#pragma once

#include "raceward/model/CheckResult.h"
#include "raceward/program/Load.h"

namespace raceward {

/// Fills in `Conviction::native`. The verdict does not change.
void confirmNatively(CheckResult &result, const LoadRequest &program);

} // namespace raceward
