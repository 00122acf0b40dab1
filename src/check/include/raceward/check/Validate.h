// Validates a witness: does its race happen?
//
// The machine follows the witness in a process of its own, within limits (docs/witnesses.md).
// Confirmed means that two accesses at the two targets race in a run that this machine has
// executed. The other answers prove nothing.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/check/Check.h"
#include "raceward/model/Witness.h"

#include <string>
#include <vector>

namespace raceward {

struct Validation {
  enum class Answer : std::uint8_t {
    Confirmed,
    NotConfirmed, ///< the machine followed it, and it does not lead to the race
    Unknown,      ///< it could not be followed
  };
  Answer answer = Answer::Unknown;
  std::string reason; ///< a sentence
  std::vector<std::string> notes;
};

/// "confirmed", "not confirmed" or "unknown".
std::string_view toString(Validation::Answer answer);

/// An Error means that it could not be followed at all: bad input, no compiler.
Result<Validation> runValidation(const CheckRequest &request, const ViolationWitness &witness,
                                 const CheckEvents &events);

} // namespace raceward
