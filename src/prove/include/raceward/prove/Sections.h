// Sections: code that is certainly inside an atomic section.
//
// A forward must-analysis: each function is analysed once per entry state (inside, outside), and a
// call continues with the state in which its callee returns. Functions whose name marks them as a
// section are inside from entry to return. After setjmp the state is outside. Invariant: "inside"
// is claimed only if it holds on every path of every thread.
#pragma once

#include "raceward/prove/Threads.h"

namespace raceward {

class Sections {
public:
  Sections(const Program &program, const Calls &calls, const Threads &threads);

  /// True if every execution of the instruction is inside an atomic section.
  [[nodiscard]] bool alwaysInside(InstructionRef instruction) const;

private:
  class Solver;
  std::vector<std::vector<bool>> inside_; ///< by function and instruction
};

} // namespace raceward
