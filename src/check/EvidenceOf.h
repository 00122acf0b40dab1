// The run behind a race, executed once more. Private to check.
#pragma once

#include "raceward/model/Trace.h"
#include "raceward/model/Verdict.h"
#include "raceward/symex/ThreadedMachine.h"

namespace raceward {

/// Replays `trace`, which must end in a race, without the steps that the race does not need,
/// and says what happens on the way. An Error if
/// it does not end in one: then there is no race, but a defect of ours.
Result<Conviction> convictionFrom(ThreadedMachine &machine, const Trace &trace);

/// The access at this place; a step that is no single access in the code, such as an atomic
/// section, has a site of its own.
AccessSite siteOfStep(const ThreadedMachine &machine, PositionId at);

} // namespace raceward
