// Whether a machine, as it stands, can do an event of another run.
#pragma once

#include "raceward/model/Machine.h"

namespace raceward {

/// The thread is enabled, and what it does next can turn out like this.
[[nodiscard]] Result<bool> canStep(Machine &machine, ThreadId thread, Outcome outcome);

/// Its thread is enabled, and would do exactly this with this outcome. Whoever follows a run must
/// ask: a machine must not be told to do what it cannot do.
[[nodiscard]] Result<bool> canPerform(Machine &machine, const Event &event);

} // namespace raceward
