// What the provers know of the real program: from the bitcode that its build kept in it. Private
// to check.
#pragma once

#include "raceward/native/NativeMachine.h"

#include <memory>
#include <string>

namespace raceward {

/// Program, facts and suspects, for as long as the machine asks.
class ProgramKnowledge {
public:
  /// An Error says why nothing is known: bitcode is missing, or the program does what the provers
  /// do not follow.
  static Result<std::unique_ptr<ProgramKnowledge>> from(const ProgramServer &server);
  virtual ~ProgramKnowledge() = default;
  ProgramKnowledge() = default;
  ProgramKnowledge(const ProgramKnowledge &) = delete;
  ProgramKnowledge &operator=(const ProgramKnowledge &) = delete;

  virtual void guide(NativeMachine &machine) = 0;
  /// Whether it is proved that what the program does at this site races with nothing.
  [[nodiscard]] virtual bool isHarmless(std::uint32_t site) const = 0;
};

} // namespace raceward
