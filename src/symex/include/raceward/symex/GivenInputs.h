// Inputs of an execution in the words of a report.
#pragma once

#include "raceward/model/Evidence.h"
#include "raceward/symex/Machine.h"

#include <span>
#include <vector>

namespace raceward {

/// Values in decimal, signed unless the function that gave one says otherwise.
std::vector<GivenInput> givenInputs(std::span<const InputValue> inputs);

} // namespace raceward
