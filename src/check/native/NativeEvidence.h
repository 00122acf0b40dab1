// The run behind a race of the real program, executed once more. Private to check.
#pragma once

#include "raceward/explore/Search.h"
#include "raceward/model/Verdict.h"
#include "raceward/native/NativeMachine.h"

#include <functional>

namespace raceward {

/// Says of a site that it races with nothing, so that a story can do without it; may be empty.
using HarmlessSites = std::function<bool(std::uint32_t site)>;

/// Runs the program under the schedule of `trace`, which must end in a race (in that of `pair`, if
/// one is given), in the shortest form that is found, and says what happens on the way. An Error
/// if it does not: then the run cannot be repeated.
Result<Conviction> nativeConviction(NativeMachine &machine, const Trace &trace,
                                    const RacingPair *pair, const HarmlessSites &harmless);

/// The access at this place, of which no run was kept.
AccessSite nativeSiteAt(const NativeMachine &machine, PositionId at);

} // namespace raceward
