// Whether two events whose address ranges race also race byte by byte.
#pragma once

#include "raceward/model/Machine.h"

namespace raceward {

/// Asks the machine only if two exact addresses do not decide (rule R7).
[[nodiscard]] Result<bool> trulyOverlap(Machine &machine, const Event &earlier, const Event &later);

} // namespace raceward
