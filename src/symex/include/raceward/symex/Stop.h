// Stop: why the machine returned control.
#pragma once

#include "raceward/model/Gap.h"
#include "raceward/model/Source.h"
#include "raceward/symex/State.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// Kinds of faults of a program. A closed list.
enum class FaultKind : std::uint8_t {
  AssertionFailed,
  InvalidRead,
  InvalidWrite,
  InvalidFree,
  InvalidCall,
  DivisionByZero,
  Unreachable, ///< the compiler was promised that this is never reached
  Misuse,      ///< of a library function
};

std::string_view toString(FaultKind kind);

struct Fault {
  FaultKind kind = FaultKind::AssertionFailed;
  std::string message;
  SourcePosition at;
  std::string function;
  std::vector<std::pair<std::string, SourcePosition>> calledFrom; ///< innermost first
};

/// A clause for a message about it.
inline std::string wordsOf(const Fault &fault) {
  return fault.message + " (line " + std::to_string(fault.at.line) + ")";
}

/// One of several ways in which an instruction can continue, named by meaning (rule R6).
struct Alternative {
  std::uint64_t name = 0;
  Term constraint; ///< its condition
  Ref<Witness> witness;
};

struct Stop {
  enum class Why : std::uint8_t {
    Finished,   ///< the process ended
    Visible,    ///< before an operation that another thread could observe
    Paused,     ///< back in the frame given to holdOthers()
    Choices,    ///< data decides: take one with choose()
    Fault,      ///< the program has a fault; this path ends
    Gap,        ///< the machine cannot continue; the rest of this path is unknown
    Infeasible, ///< an assumption does not hold: this execution does not exist
    Budget,     ///< the maximum number of steps was executed
    Error,      ///< solvers contradict each other: no result can be trusted
  };
  Why why = Why::Finished;
  std::vector<Alternative> choices;
  Fault fault;
  Gap gap;
};

} // namespace raceward
