// Whether a machine, in its current state, can perform an event of another run.
#pragma once

#include "raceward/model/Machine.h"

namespace raceward {

/// The thread is enabled, and its next operation can have this outcome.
[[nodiscard]] Result<bool> canStep(Machine &machine, ThreadId thread, Outcome outcome);

/// The thread is enabled, and would perform exactly this with this outcome. Code that replays a run
/// must ask first: a machine must not be asked to step if it cannot.
[[nodiscard]] Result<bool> canPerform(Machine &machine, const Event &event);

} // namespace raceward
