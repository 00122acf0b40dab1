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
  /// Without provers every pair of accesses that may meet is a suspect: for tests of what rests on
  /// futures alone.
  enum class Provers : bool { Leave, Run };
  static Result<std::unique_ptr<ProgramKnowledge>> from(const ProgramServer &server,
                                                        Provers provers = Provers::Run);
  virtual ~ProgramKnowledge() = default;
  ProgramKnowledge() = default;
  ProgramKnowledge(const ProgramKnowledge &) = delete;
  ProgramKnowledge &operator=(const ProgramKnowledge &) = delete;

  /// The machine runs the same program, which need not be the one that was asked first.
  virtual void guide(NativeMachine &machine) = 0;
  /// Whether it is proved that what the program does at this site races with nothing.
  [[nodiscard]] virtual bool isHarmless(std::uint32_t site) const = 0;
};

} // namespace raceward
