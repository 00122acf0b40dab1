// Interpreter: the small-step rules of docs/use/cele.md, executable.
//
// A step is an action that another thread could observe (Run.h). A thread does everything else
// immediately after its step: it depends on nothing that others change, so its time does not
// matter. A fork waits for its threads, and a loop for its iteration; so each thread of the text
// exists at most once at a time, and threads are numbered once for all.
//
// The text is compiled to instructions of a stack machine (InterpreterCompiler.cpp). Invariant:
// between calls each thread is absent, in front of its next step, waiting for its fork, or stopped.
// The code shares nothing with the static route, so that it can confirm or refute its runs.
#pragma once

#include "raceward/cele/Run.h"

#include <functional>
#include <optional>
#include <string>

namespace raceward::cele {

__extension__ using Number = __int128;

/// An expression of the text, and the current iteration of each loop around it, outermost first.
struct Occurrence {
  ExpressionId expression;
  std::vector<std::uint32_t> iterations;
  auto operator<=>(const Occurrence &) const = default;
};

/// Why a thread stopped for good. Exactly one of the two ids is valid.
struct Failure {
  enum class Kind : std::uint8_t { Assertion, DivisionByZero, BadIndex };
  Kind kind = Kind::Assertion;
  ExpressionId expression; ///< the division, or the element that is used
  StatementId statement;   ///< the assertion, or the assignment to an element
  auto operator<=>(const Failure &) const = default;
};

struct ThreadState {
  enum class Status : std::uint8_t {
    Absent,  ///< not started yet, or ended
    Ready,   ///< in front of its next step
    Joining, ///< waits for the threads of its fork
    Stopped, ///< permanently
  };
  Status status = Status::Absent;
  std::uint32_t at = 0;       ///< its next instruction
  std::uint32_t children = 0; ///< threads of its fork that have not ended
  std::vector<Number> stack;  ///< operand stack
  std::optional<Failure> failure;
  bool operator==(const ThreadState &) const = default;
};

struct State {
  std::vector<Number> memory; ///< variables in order, arrays by elements
  std::vector<ThreadState> threads;
  std::vector<std::uint32_t> iterations; ///< current iterations of the loops of the text
  bool operator==(const State &) const = default;
};
std::size_t hashOf(const State &state);

/// The next step of a thread.
struct NextStep {
  Step step;
  std::uint32_t firstCell = 0; ///< first memory cell that it reads or writes
  std::uint32_t cells = 0;     ///< number of cells; none for a `when`
  Number value = 0;            ///< of a use: its current value; of a write: the first one written
};

/// Why the continuation of a run is unknown.
struct Obstacle {
  enum class Kind : std::uint8_t {
    MissingInput, ///< `input` has no value
    Overflow,     ///< a number has more than 128 bits
    Endless,      ///< a loop runs forever without an observable step
  };
  Kind kind = Kind::MissingInput;
  Occurrence input;
};

using Inputs = std::function<std::optional<std::int64_t>(const Occurrence &)>;

class Interpreter {
public:
  /// `source` must outlive it.
  explicit Interpreter(const Source &source);

  /// A state after an obstacle is invalid.
  std::optional<Obstacle> start(State &state, const Inputs &inputs) const;
  /// Requires a thread that can move.
  std::optional<Obstacle> step(State &state, std::size_t thread, const Inputs &inputs) const;

  struct Moves {
    std::vector<std::size_t> threads; ///< threads that can make a step, sorted
    bool waiting = false;             ///< a thread is at a `when` that does not hold
    std::optional<Obstacle> obstacle;
  };
  [[nodiscard]] Moves moves(const State &state, const Inputs &inputs) const;

  /// Requires a thread that is ready, whether it can move or not.
  [[nodiscard]] NextStep next(const State &state, std::size_t thread) const;
  /// The occurrence of a use, as it would be evaluated now.
  [[nodiscard]] Occurrence occurrence(const State &state, ExpressionId expression) const;

private:
  struct Instruction {
    enum class Code : std::uint8_t {
      // pushes a value
      Literal,
      Input,
      Use,
      UseElement,
      // pops its operands, pushes the result
      Apply,
      // pops
      Write,
      WriteArray,
      WriteElement,
      Drop,
      Assert,
      JumpIfNot,
      // neither
      Jump,
      NextIteration,
      LeaveLoop,
      When,
      Fork,
      Cut,
      End,
    };
    Code code = Code::End;
    ExpressionId expression;
    StatementId statement;
    std::uint32_t target = 0; ///< of a jump; a loop; the first thread of a fork
  };

  class Compiler;
  class Evaluation;
  class Runner;

  const Source &source_;
  std::vector<Instruction> code_;
  std::vector<std::uint32_t> entries_; ///< by thread
  std::vector<std::uint32_t> parents_; ///< by thread
  std::vector<std::uint32_t> cells_;   ///< first cell, by variable
  std::uint32_t memorySize_ = 0;
  std::uint32_t loopCount_ = 0;
  std::vector<std::vector<std::uint32_t>> loopNests_; ///< enclosing loops, outermost first
  std::vector<std::uint32_t> nestOf_;                 ///< by expression
};

} // namespace raceward::cele
