// What the run of a race was given on standard input, as the bytes that a native run has to read.
#pragma once

#include "raceward/model/Evidence.h"

#include <span>
#include <string>

namespace raceward {

std::string standardInputOf(std::span<const GivenInput> inputs);

} // namespace raceward
