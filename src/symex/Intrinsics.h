// LLVM's intrinsics on integers without side effects.
#pragma once

#include "Decisions.h"

namespace raceward {

/// An Intrinsic step. False: the machine has to stop.
bool executeIntrinsic(Decisions &machine, const Step &step);

} // namespace raceward
