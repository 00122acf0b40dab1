// Executes the run of a race of the native program again, as evidence. Private to check.
#pragma once

#include "raceward/explore/Search.h"
#include "raceward/model/Verdict.h"
#include "raceward/native/NativeMachine.h"

#include <functional>

namespace raceward {

/// Whether a site cannot race, so that a report can leave it out; may be empty.
using HarmlessSites = std::function<bool(std::uint32_t site)>;

/// Runs the program under the schedule of `trace`, which must end in a race (in that of `pair`, if
/// given), and minimises it; returns the evidence. An Error if it does not: then the run cannot be
/// repeated.
Result<Conviction> nativeConviction(NativeMachine &machine, const Trace &trace,
                                    const RacingPair *pair, const HarmlessSites &harmless);

/// The access at this place, if no run was kept.
AccessSite nativeSiteAt(const NativeMachine &machine, PositionId at);

} // namespace raceward
