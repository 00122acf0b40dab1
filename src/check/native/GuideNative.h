// Prover results for the native program, from the bitcode that is embedded in it. Private to check.
#pragma once

#include "raceward/native/NativeMachine.h"

#include <memory>
#include <string>

namespace raceward {

/// Program, facts and suspects; must outlive the machine's search.
class ProgramKnowledge {
public:
  /// An Error says why nothing is known: bitcode is missing, or the program uses features that the
  /// provers do not follow. Without provers every pair of accesses that may meet is a suspect: for
  /// tests of futures alone.
  enum class Provers : bool { Leave, Run };
  static Result<std::unique_ptr<ProgramKnowledge>> from(const ProgramServer &server,
                                                        Provers provers = Provers::Run);
  virtual ~ProgramKnowledge() = default;
  ProgramKnowledge() = default;
  ProgramKnowledge(const ProgramKnowledge &) = delete;
  ProgramKnowledge &operator=(const ProgramKnowledge &) = delete;

  /// The machine must run the same program, but may use another server.
  virtual void guide(NativeMachine &machine) = 0;
  /// Whether it is proved that accesses of this site do not race.
  [[nodiscard]] virtual bool isHarmless(std::uint32_t site) const = 0;
};

} // namespace raceward
