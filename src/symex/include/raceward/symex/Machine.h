// SymbolicMachine: a program that can be executed on symbolic values.
//
// Owns the terms, the solver and the micro code; states belong to the caller, who may copy them at
// any time and continue with any of them. One machine per process and thread.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/program/Program.h"
#include "raceward/smt/Chain.h"
#include "raceward/symex/Inputs.h"
#include "raceward/symex/Stop.h"
#include "raceward/symex/TakenEdges.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// In units of the solver: a few seconds for one query.
inline constexpr std::uint64_t kDefaultSolverEffort = 30'000'000;

class Interpreter;

struct MachineOptions {
  InputPolicy inputs = InputPolicy::Symbolic;
  ChainOptions solver{.limits = {.perQuery = kDefaultSolverEffort, .total = std::nullopt},
                      .logPath = {},
                      .crossCheck = {}};
  std::uint64_t largestObject = kLargestObject; ///< in bytes; larger ones do not fit
  /// main's arguments after the program name.
  std::vector<std::string> arguments;
  std::string programName = "program";
  /// Receives the program's output (1: stdout, 2: stderr); empty: discarded.
  std::function<void(int stream, std::string_view text)> write;
  /// Accesses before which a thread stops, by SiteId; empty: there are no threads.
  std::vector<bool> visible;
  /// A thread also stops before fences.
  bool stopsAtFences = false;
  /// The next byte of standard input, -1 at its end; empty: any input.
  std::function<int()> read;
  /// Each allocation of the program may fail, as an input decides (World.h).
  bool failingAllocation = false;
  /// The value of an input function, instead of any value. May be called repeatedly for one input,
  /// and must then return the same; empty: not decided.
  std::function<std::optional<std::uint64_t>(const AskedInput &)> given;
  /// The same for every input, which is then recorded as one that had this value. For hunting:
  /// one execution stands for itself only.
  std::function<std::optional<std::uint64_t>(const AskedInput &)> drawn;
  /// What a thread does up to an assumption that does not hold is not executed. For hunting: half
  /// of the runs would end at each assumption.
  bool assumptionsHold = false;
  /// Receives the jumps that are taken in the program's own code; may be null.
  TakenEdges *taken = nullptr;
};

class SymbolicMachine {
public:
  /// `program` must outlive the machine.
  static Result<std::unique_ptr<SymbolicMachine>> make(const Program &program,
                                                       MachineOptions options);
  ~SymbolicMachine();

  /// Before the first instruction of the main thread.
  [[nodiscard]] const State &initial() const;
  /// Draws the arguments of main again, if inputs are drawn.
  Result<void> enterAgain();

  /// Runs a thread until it must stop; see Stop.
  Stop run(State &state, unsigned thread, std::uint64_t mostSteps);
  /// Takes one of the choices that run() stopped with.
  void choose(State &state, const Alternative &choice);

  /// Omissions that did not end a path. Moved out, not copied.
  std::vector<Gap> takeGaps();
  /// What was found in this state is a gap if its path depends on a guess (Guesses.h): an execution
  /// of the program need not be like that. `what` is a clause that says what was found.
  [[nodiscard]] std::optional<Gap> gapIfGuessed(const State &state, const std::string &what) const;
  [[nodiscard]] const ChainCounts &solverCounts() const;
  [[nodiscard]] const TermArena &arena() const;
  /// For engines of this module.
  Interpreter &interpreter();

private:
  SymbolicMachine();
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// An input value, formatted for a report.
struct InputValue {
  std::string what; ///< the function that gave it; empty for memory never written
  SourcePosition at;
  unsigned thread = 0; ///< the thread that requested it
  std::uint32_t width = 0;
  BitVector value;
};

/// The inputs with which the program takes the path of this state, in order.
std::vector<InputValue> inputsOf(const State &state);

} // namespace raceward
