// Stop: why the machine handed control back.
#pragma once

#include "raceward/model/Gap.h"
#include "raceward/model/Source.h"
#include "raceward/symex/State.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// What a program does wrong. One closed list.
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

/// One of several ways in which an instruction can go on, named by meaning (rule R6).
struct Alternative {
  std::uint64_t name = 0;
  Term constraint; ///< what must hold for it
  Ref<Witness> witness;
};

struct Stop {
  enum class Why : std::uint8_t {
    Finished,   ///< the process ended
    Visible,    ///< before an operation that another thread could observe
    Paused,     ///< back in the frame that holdOthers() named
    Choices,    ///< data decides: take one with choose()
    Fault,      ///< the program does something wrong; this path ends
    Gap,        ///< the machine cannot go on; this path is not known further
    Infeasible, ///< an assumption does not hold: this execution does not exist
    Budget,     ///< as many steps as allowed
    Error,      ///< solvers contradict each other: nothing can be trusted
  };
  Why why = Why::Finished;
  std::vector<Alternative> choices;
  Fault fault;
  Gap gap;
};

} // namespace raceward
