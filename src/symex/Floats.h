// Floating point, on concrete numbers only. A symbolic operand is a gap: an approximation could
// make a verdict wrong.
#pragma once

#include "Decisions.h"

namespace raceward {

/// FloatBinary, FloatCompare, FloatCast, FloatNegate and FloatIntrinsic. False: the machine has to
/// stop.
bool executeFloat(Decisions &machine, const Step &step);

} // namespace raceward
