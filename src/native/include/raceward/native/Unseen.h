// The parts of runs that were executed without hooks, and their places.
#pragma once

#include "raceward/model/Source.h"
#include "raceward/native/NativeMachine.h"

#include <string>
#include <vector>

namespace raceward {

struct Unseen {
  std::string function; ///< the called function, demangled; empty: inline assembly
  SourcePosition at;
};

/// Over all runs of the machine. Functions in the table of effects count as seen.
std::vector<Unseen> unseenIn(const NativeMachine &machine);

} // namespace raceward
