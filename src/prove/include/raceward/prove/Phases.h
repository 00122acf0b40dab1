// Phases: which code of the main thread runs while no other thread exists.
//
// Before the first creation, or after every thread that was created has been joined for
// certain. What runs then is ordered with everything that any other thread ever does.
#pragma once

#include "raceward/prove/Threads.h"

namespace raceward {

class Phases {
public:
  Phases(const Program &program, const PointsTo &pointsTo, const Calls &calls,
         const Threads &threads);

  /// True if no other thread can exist whenever the instruction is executed.
  [[nodiscard]] bool alwaysAlone(InstructionRef instruction) const;

private:
  class Solver;
  std::vector<std::vector<bool>> alone_; ///< by function and instruction
};

} // namespace raceward
