// Whether a statement can be reached in any run of an unrolled program.
#pragma once

#include "raceward/cele/Encoding.h"
#include "raceward/smt/Solver.h"

namespace raceward::cele {

/// Whether its evaluation can begin, as far as the encoding expresses it. Fails (Resource) if the
/// program is too large for the encoding.
Result<Sat> canReach(const Source &unrolled, StatementId statement, const StaticOptions &options);

} // namespace raceward::cele
