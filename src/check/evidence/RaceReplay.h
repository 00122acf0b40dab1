// Executes the run of a race again, as evidence. Private to check.
#pragma once

#include "raceward/explore/Search.h"
#include "raceward/model/Verdict.h"
#include "raceward/symex/ThreadedMachine.h"

#include <functional>

namespace raceward {

struct ToldRace {
  Conviction race;
  RacingPair pair;
  Trace run; ///< the run that is reported
};

/// Replays `trace`, which must end in a race (in that of `pair`, if given), and minimises it;
/// returns the evidence. An Error if it does not end in one: that is a defect of Raceward, not a
/// race. `onRace`, if not empty, is called once the race has been reproduced, before minimising.
Result<ToldRace> convictionFrom(ThreadedMachine &machine, const Trace &trace,
                                const std::function<void(const Conviction &)> &onRace,
                                const RacingPair *pair = nullptr);

/// The evidence of the run with these inputs, whatever it ends in; nothing if they do not lead
/// there.
Result<std::optional<Evidence>> evidenceOf(ThreadedMachine &machine, const Trace &trace,
                                           const Ref<Witness> &inputs);

/// The access at this place; a step that is not a single access in the code, such as an atomic
/// section, has a site of its own.
AccessSite siteOfStep(const ThreadedMachine &machine, PositionId at);

/// The place of an operation, and the name of the object that it accesses or locks.
OperationPlace placeOf(const ThreadedMachine &machine, const Operation &operation);

} // namespace raceward
