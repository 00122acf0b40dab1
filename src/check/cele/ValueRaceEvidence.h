// Confirms and reports value races. Private to check.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/cele/Run.h"
#include "raceward/model/Verdict.h"

namespace raceward::cele {

/// Executes both runs on the machine with their common inputs: whether they exist, and the use gets
/// different values.
Result<bool> confirm(const Source &unrolled, const ValueRace &race);

/// The conviction of a confirmed race: the write that one run sees and the other does not, the use,
/// and the two runs, minimised and with simple inputs. Both accesses are atomic, which
/// distinguishes it from a data race.
Result<Conviction> tell(const Source &unrolled, const ValueRace &race);

} // namespace raceward::cele
