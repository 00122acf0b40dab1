// The inputs of a run, a note each, where they were asked for.
#pragma once

#include "text/Diagnostics.h"

#include "raceward/model/Evidence.h"

#include <vector>

namespace raceward {

/// All of them if `verbose`, else as many as fit on a screen.
void addInputs(Diagnostics &out, const std::vector<GivenInput> &inputs, bool verbose);

} // namespace raceward
