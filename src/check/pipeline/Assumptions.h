// The assumptions that a race-free verdict on this program rests on.
#pragma once

#include "raceward/model/Verdict.h"
#include "raceward/program/Program.h"

namespace raceward {

/// Those of callers (--entry) come first. The others by the functions that the program calls, and
/// the engines that removed suspects: an assumption of the machine is listed if schedules were
/// executed, one of a prover if a prover that makes it removed a suspect.
std::vector<Assumption> assumptionsOf(const Program &program, const Ledger &ledger,
                                      bool allocationSucceeds = true);

/// A number is not the address of memory that the program never gave away.
Assumption addressAssumption();

/// These functions do what the contract of unknown calls says.
Assumption contractAssumption(std::vector<std::string> functions);

} // namespace raceward
