// Validates a witness: does its race happen?
//
// The machine follows the witness in a process of its own, within limits (docs/use/witnesses.md).
// Confirmed means that two accesses at the two targets race in a run that this machine has
// executed. The other answers prove nothing.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/check/Request.h"
#include "raceward/model/Validation.h"
#include "raceward/model/Witness.h"

namespace raceward {

/// An Error means that it could not be followed at all: bad input, no compiler.
Result<Validation> runValidation(const CheckRequest &request, const ViolationWitness &witness,
                                 const CheckEvents &events);

} // namespace raceward
