// The inputs of a run, a note each, at the places that read them.
#pragma once

#include "text/Diagnostics.h"

#include "raceward/model/Evidence.h"

#include <vector>

namespace raceward {

/// All of them if `verbose`, otherwise as many as fit on a screen.
void addInputs(Diagnostics &out, const std::vector<GivenInput> &inputs, bool verbose);

} // namespace raceward
