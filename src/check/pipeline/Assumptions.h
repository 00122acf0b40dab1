// Which assumptions a race-free of this program rests on.
#pragma once

#include "raceward/model/Verdict.h"
#include "raceward/program/Program.h"

namespace raceward {

/// By what the program calls, and by who removed suspects: an assumption of the machine is listed
/// where schedules were executed, one of the provers where a prover removed a suspect that makes
/// it.
std::vector<Assumption> assumptionsOf(const Program &program, const Ledger &ledger,
                                      bool allocationSucceeds = true);

} // namespace raceward
