// A value race, executed and told. Private to check.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/cele/Run.h"
#include "raceward/model/Verdict.h"

namespace raceward::cele {

/// Both runs, executed by the machine with the inputs that they have in common: do they exist, and
/// does the use get different values?
Result<bool> confirm(const Source &unrolled, const ValueRace &race);

/// A race that was confirmed: the write that one run sees and the other does not, the use, and the
/// two runs, without what they do not need and with simple inputs. Both accesses are atomic, which
/// tells it from a data race.
Result<Conviction> tell(const Source &unrolled, const ValueRace &race);

} // namespace raceward::cele
