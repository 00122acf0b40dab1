// Inputs of an execution, formatted for a report.
#pragma once

#include "raceward/model/Evidence.h"
#include "raceward/symex/Machine.h"

#include <span>
#include <vector>

namespace raceward {

/// Values in decimal, signed unless the type of the input function is unsigned.
std::vector<GivenInput> givenInputs(std::span<const InputValue> inputs);

} // namespace raceward
