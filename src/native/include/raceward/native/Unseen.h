// What runs of a program did without hooks, and where.
#pragma once

#include "raceward/model/Source.h"
#include "raceward/native/NativeMachine.h"

#include <string>
#include <vector>

namespace raceward {

struct Unseen {
  std::string function; ///< that was called, demangled; empty: inline assembly
  SourcePosition at;
};

/// Over all runs of the machine. Functions that the table of effects knows are seen.
std::vector<Unseen> unseenIn(const NativeMachine &machine);

} // namespace raceward
