// Sections: which code is certainly inside of an atomic section.
#pragma once

#include "raceward/prove/Threads.h"

namespace raceward {

class Sections {
public:
  Sections(const Program &program, const Calls &calls, const Threads &threads);

  /// True if every execution of the instruction is inside of an atomic section.
  [[nodiscard]] bool alwaysInside(InstructionRef instruction) const;

private:
  class Solver;
  std::vector<std::vector<bool>> inside_; ///< by function and instruction
};

} // namespace raceward
