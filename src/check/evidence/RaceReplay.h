// The run behind a race, executed once more. Private to check.
#pragma once

#include "raceward/explore/Search.h"
#include "raceward/model/Verdict.h"
#include "raceward/symex/ThreadedMachine.h"

#include <functional>

namespace raceward {

struct ToldRace {
  Conviction race;
  RacingPair pair;
  Trace run; ///< that is told
};

/// Replays `trace`, which must end in a race (in that of `pair`, if one is given), in the
/// shortest form that is found, and says what happens on the way. An Error if it does not end
/// in one: then there is no race, but a defect of ours. `onRace`, if not empty, is called as soon
/// as that is out of the question.
Result<ToldRace> convictionFrom(ThreadedMachine &machine, const Trace &trace,
                                const std::function<void(const Conviction &)> &onRace,
                                const RacingPair *pair = nullptr);

/// The run with these inputs, whatever it ends in; nothing if they do not lead there.
Result<std::optional<Evidence>> evidenceOf(ThreadedMachine &machine, const Trace &trace,
                                           const Ref<Witness> &inputs);

/// The access at this place; a step that is no single access in the code, such as an atomic
/// section, has a site of its own.
AccessSite siteOfStep(const ThreadedMachine &machine, PositionId at);

/// Where an operation stands, and what it is called that the operation touches or locks.
OperationPlace placeOf(const ThreadedMachine &machine, const Operation &operation);

} // namespace raceward
