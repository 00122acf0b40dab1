// Whether two events that race by their ranges race by their bytes.
#pragma once

#include "raceward/model/Machine.h"

namespace raceward {

/// Asks the machine only if no two exact addresses decide (rule R7).
[[nodiscard]] Result<bool> trulyOverlap(Machine &machine, const Event &earlier, const Event &later);

} // namespace raceward
