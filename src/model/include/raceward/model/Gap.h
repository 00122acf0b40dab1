// Gaps: the parts of a program that an engine did not examine, and so cannot vouch for.
#pragma once

#include "raceward/model/Source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace raceward {

/// One closed list for every engine; docs/use/unknown.md explains each to the user.
enum class GapKind : std::uint8_t {
  UnmodelledCall,         ///< a function without a body and without a row in the effects table
  InlineAssembly,         ///< assembly whose effect on memory is not known
  UnsupportedInstruction, ///< an instruction that C does not need
  UnresolvedCall,         ///< a call through a pointer that may lead anywhere
  SolverLimit,            ///< the solver did not decide a question within its limit
  TooManyChoices,         ///< more values or objects than the engine followed
  SymbolicFloat,          ///< floating-point arithmetic on a value that depends on the input
  AddressDependent,       ///< the program looks at where objects lie in memory
  GuessedResult,          ///< a race that depends on what a model does not compute
  WeakMemory,             ///< atomics weaker than seq_cst, whose behaviours were not all followed
  AmbiguousOrder,         ///< two accesses whose order standards or data leave open
  Bound,                  ///< a bound on steps, depth or paths was reached
  BadExecution,           ///< an execution that goes wrong, without a known effect
  SuspectsLeft,           ///< pairs of accesses that no engine could decide
  Suppressed,             ///< a race that the user suppressed
  OneInput,               ///< the program was run with one input only
  Diverged,               ///< a run did not repeat under the same schedule
  TimeLimit,
  MemoryLimit,
  Interrupted, ///< the user stopped the check
  EngineCrash, ///< the engine's process died
};

/// Stable names for machine-readable output: "unmodelled-call", "time-limit" …
std::string_view toString(GapKind kind);
std::optional<GapKind> gapKindFromString(std::string_view name);

struct Gap {
  GapKind kind = GapKind::EngineCrash;
  std::string message; ///< a sentence for the user
  SourcePosition at;   ///< may be unknown
  std::string hint;    ///< how to remove the gap; may be empty
};

} // namespace raceward
