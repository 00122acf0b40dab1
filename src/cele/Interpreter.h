// The small-step rules of docs/cele.md, executable.
//
// A step is what another thread could notice (Run.h). Everything else a thread does right behind
// its step: it depends on nothing that others change, so its time does not matter. A fork waits
// for its threads, and a loop for its iteration; so each thread of the text exists at most once at
// a time, and threads are numbered once for all.
#pragma once

#include "raceward/cele/Run.h"

#include <functional>
#include <optional>
#include <string>

namespace raceward::cele {

__extension__ using Number = __int128;

/// An expression of the text, and the iteration that each loop around it is in, outermost first.
struct Occurrence {
  ExpressionId expression;
  std::vector<std::uint32_t> iterations;
  auto operator<=>(const Occurrence &) const = default;
};

/// Why a thread stopped for good. Exactly one of the two ids is valid.
struct Failure {
  enum class Kind : std::uint8_t { Assertion, DivisionByZero, BadIndex };
  Kind kind = Kind::Assertion;
  ExpressionId expression; ///< division, or element that is used
  StatementId statement;   ///< assertion, or assignment to an element
  auto operator<=>(const Failure &) const = default;
};

struct ThreadState {
  enum class Status : std::uint8_t {
    Absent,  ///< not yet, or ended
    Ready,   ///< in front of its next step
    Joining, ///< waits for the threads of its fork
    Stopped, ///< for good
  };
  Status status = Status::Absent;
  std::uint32_t at = 0;       ///< its next instruction
  std::uint32_t children = 0; ///< threads of its fork that have not ended
  std::vector<Number> stack;  ///< of operands
  std::optional<Failure> failure;
  bool operator==(const ThreadState &) const = default;
};

struct State {
  std::vector<Number> memory; ///< variables in order, arrays by their elements
  std::vector<ThreadState> threads;
  std::vector<std::uint32_t> iterations; ///< of the loops of the text
  bool operator==(const State &) const = default;
};
std::size_t hashOf(const State &state);

/// What the next step of a thread is.
struct NextStep {
  Step step;
  std::uint32_t firstCell = 0; ///< of the memory, that it reads or writes
  std::uint32_t cells = 0;     ///< none for a `when`
  Number value = 0;            ///< of a use: what it gets now; of a write: the first it writes
};

/// Why it cannot be said how a run goes on.
struct Obstacle {
  enum class Kind : std::uint8_t {
    MissingInput, ///< `input` has no value
    Overflow,     ///< a number has more than 128 bits
    Endless,      ///< a loop goes on without a step that others could notice
  };
  Kind kind = Kind::MissingInput;
  Occurrence input;
};

using Inputs = std::function<std::optional<std::int64_t>(const Occurrence &)>;

class Interpreter {
public:
  /// `source` must outlive it.
  explicit Interpreter(const Source &source);

  /// A state after an obstacle is of no use.
  std::optional<Obstacle> start(State &state, const Inputs &inputs) const;
  /// Of a thread that can move.
  std::optional<Obstacle> step(State &state, std::size_t thread, const Inputs &inputs) const;

  struct Moves {
    std::vector<std::size_t> threads; ///< that can make a step, sorted
    bool waiting = false;             ///< a thread stands at a `when` that does not hold
    std::optional<Obstacle> obstacle;
  };
  [[nodiscard]] Moves moves(const State &state, const Inputs &inputs) const;

  /// Of a thread that is ready, whether it can move or not.
  [[nodiscard]] NextStep next(const State &state, std::size_t thread) const;
  /// Of a use, as it would be evaluated now.
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
    std::uint32_t target = 0; ///< a jump's; a loop; the first thread of a fork
  };

  class Compiler;
  class Evaluation;
  class Runner;

  const Source &source_;
  std::vector<Instruction> code_;
  std::vector<std::uint32_t> entries_; ///< by thread
  std::vector<std::uint32_t> parents_; ///< by thread
  std::vector<std::uint32_t> cells_;   ///< the first one, by variable
  std::uint32_t memorySize_ = 0;
  std::uint32_t loopCount_ = 0;
  std::vector<std::vector<std::uint32_t>> loopNests_; ///< loops around, outermost first
  std::vector<std::uint32_t> nestOf_;                 ///< by expression
};

} // namespace raceward::cele
