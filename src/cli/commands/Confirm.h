// `check --confirm`: the races that were found, made to happen natively.
#pragma once

#include "raceward/model/CheckResult.h"
#include "raceward/program/Load.h"

namespace raceward {

/// Fills in `Conviction::native`. The verdict stays what it is.
void confirmNatively(CheckResult &result, const LoadRequest &program);

} // namespace raceward
