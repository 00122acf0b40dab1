// Here: a position of the walk. Private to prove.
#pragma once

#include "raceward/program/Program.h"
#include "raceward/prove/Visits.h"

#include <cstdint>

namespace raceward {

using ContextIndex = std::uint32_t;

struct Here {
  ContextIndex context = 0;
  const Function *function = nullptr;
  std::uint32_t index = 0; ///< index of the instruction
  bool onCycle = false;
  /// While recording: the only thread that comes here in this context.
  SingleThread thread = SingleThread::None;
  [[nodiscard]] bool byMain() const { return thread == SingleThread::Main; }

  [[nodiscard]] const Instruction &instruction() const {
    return function->code.instructions[index];
  }
};

} // namespace raceward
