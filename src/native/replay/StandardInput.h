// Reconstructs the bytes of standard input from the inputs of a race's run.
#pragma once

#include "raceward/model/Evidence.h"

#include <span>
#include <string>

namespace raceward {

std::string standardInputOf(std::span<const GivenInput> inputs);

} // namespace raceward
