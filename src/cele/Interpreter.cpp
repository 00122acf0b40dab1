#include "Interpreter.h"

#include "Arithmetic.h"

#include "raceward/base/Check.h"

#include <algorithm>
#include <utility>

namespace raceward::cele {

using Status = ThreadState::Status;

namespace {

/// Limit on loop iterations between two steps. Only an endless loop can need more: its condition
/// has no variable, and hardly ever that many inputs.
constexpr std::uint32_t kMostIterations = 10'000;

} // namespace

// --- conditions of `when`, in one step ---

class Interpreter::Evaluation {
public:
  Evaluation(const Interpreter &program, const State &state, const Inputs &inputs)
      : program_(program), state_(state), inputs_(inputs) {}

  /// Empty: a division by zero, an index outside of its array, or an obstacle.
  std::optional<Number> value(ExpressionId id) {
    const Expression &it = program_.source_.at(id);
    switch (it.kind) {
    case Expression::Kind::Integer:
    case Expression::Kind::Boolean:
      return it.number;
    case Expression::Kind::Variable:
      return state_.memory[program_.cells_[it.variable.index()]];
    case Expression::Kind::Element: {
      const std::optional<Number> index = value(it.left);
      if (!index || *index < 0 || *index >= program_.source_.at(it.variable).length)
        return std::nullopt;
      return state_.memory[program_.cells_[it.variable.index()] + static_cast<std::size_t>(*index)];
    }
    case Expression::Kind::Input: {
      Occurrence input = program_.occurrence(state_, id);
      const std::optional<std::int64_t> given = inputs_(input);
      if (given)
        return *given;
      obstacle_ = {Obstacle::Kind::MissingInput, std::move(input)};
      return std::nullopt;
    }
    case Expression::Kind::Unary: {
      const std::optional<Number> operand = value(it.left);
      return operand ? result(apply(it.op, *operand)) : std::nullopt;
    }
    case Expression::Kind::Binary:
      break;
    }
    const std::optional<Number> left = value(it.left);
    if (!left)
      return std::nullopt;
    const std::optional<Number> right = value(it.right);
    return right ? result(apply(it.op, *left, *right)) : std::nullopt;
  }

  [[nodiscard]] const std::optional<Obstacle> &obstacle() const { return obstacle_; }

private:
  std::optional<Number> result(Applied applied) {
    if (applied.kind == Applied::Kind::Value)
      return applied.value;
    if (applied.kind == Applied::Kind::Overflow)
      obstacle_ = {Obstacle::Kind::Overflow, {}};
    return std::nullopt;
  }

  const Interpreter &program_;
  const State &state_;
  const Inputs &inputs_;
  std::optional<Obstacle> obstacle_;
};

// --- steps ---

class Interpreter::Runner {
public:
  using Code = Instruction::Code;

  Runner(const Interpreter &program, State &state, const Inputs &inputs)
      : program_(program), source_(program.source_), state_(state), inputs_(inputs) {}

  void begin(std::size_t thread) {
    ThreadState &it = state_.threads[thread];
    it.status = Status::Ready;
    it.at = program_.entries_[thread];
    unsettled_.push_back(thread);
  }

  /// The observable step; the thread must be in front of it.
  void step(std::size_t thread) {
    ThreadState &it = state_.threads[thread];
    const NextStep next = program_.next(state_, thread);
    const Instruction &instruction = program_.code_[it.at++];
    switch (instruction.code) {
    case Code::UseElement:
      it.stack.pop_back(); // the index
      [[fallthrough]];
    case Code::Use:
      it.stack.push_back(next.value);
      break;
    case Code::Write:
    case Code::WriteArray:
    case Code::WriteElement: {
      const auto values = it.stack.end() - next.cells;
      std::copy(values, it.stack.end(), state_.memory.begin() + next.firstCell);
      it.stack.clear();
      break;
    }
    default:
      RW_CHECK(instruction.code == Code::When);
    }
    unsettled_.push_back(thread);
  }

  /// Executes all silent instructions until each thread is in front of a step again.
  std::optional<Obstacle> settle() {
    while (!unsettled_.empty()) {
      const std::size_t thread = unsettled_.back();
      unsettled_.pop_back();
      while (silentInstruction(thread)) {
      }
      if (obstacle_)
        return std::move(obstacle_);
    }
    return std::nullopt;
  }

private:
  Number pop(ThreadState &it) {
    const Number value = it.stack.back();
    it.stack.pop_back();
    return value;
  }
  bool stop(ThreadState &it, std::optional<Failure> failure) {
    it.status = Status::Stopped;
    it.failure = failure;
    it.stack.clear();
    return false;
  }
  bool badIndex(Number index, VariableId variable) const {
    return index < 0 || index >= source_.at(variable).length;
  }

  /// Whether it executed one and can continue.
  bool silentInstruction(std::size_t thread) {
    ThreadState &it = state_.threads[thread];
    const Instruction &instruction = program_.code_[it.at];
    switch (instruction.code) {
    case Code::Use:
    case Code::Write:
    case Code::WriteArray:
    case Code::When:
      return false;
    case Code::UseElement: {
      const VariableId variable = source_.at(instruction.expression).variable;
      if (badIndex(it.stack.back(), variable))
        return stop(it, Failure{Failure::Kind::BadIndex, instruction.expression, {}});
      return false;
    }
    case Code::WriteElement: {
      const VariableId variable = source_.at(instruction.statement).variable;
      if (badIndex(it.stack.front(), variable))
        return stop(it, Failure{Failure::Kind::BadIndex, {}, instruction.statement});
      return false;
    }
    case Code::Literal:
      it.stack.push_back(source_.at(instruction.expression).number);
      break;
    case Code::Input:
      if (!input(it, instruction.expression))
        return false;
      break;
    case Code::Apply:
      if (!applied(it, instruction.expression))
        return false;
      break;
    case Code::Drop:
      it.stack.pop_back();
      break;
    case Code::Assert:
      if (pop(it) == 0)
        return stop(it, Failure{Failure::Kind::Assertion, {}, instruction.statement});
      break;
    case Code::JumpIfNot:
      if (pop(it) != 0)
        break;
      [[fallthrough]];
    case Code::Jump:
      it.at = instruction.target;
      return true;
    case Code::NextIteration:
      if (++iterations_ > kMostIterations) {
        obstacle_ = {Obstacle::Kind::Endless, {}};
        return false;
      }
      ++state_.iterations[instruction.target];
      break;
    case Code::LeaveLoop:
      state_.iterations[instruction.target] = 0;
      break;
    case Code::Fork:
      ++it.at;
      return fork(it, instruction);
    case Code::Cut:
      return stop(it, std::nullopt);
    case Code::End:
      return end(thread);
    }
    ++it.at;
    return true;
  }

  bool input(ThreadState &it, ExpressionId expression) {
    Occurrence occurrence = program_.occurrence(state_, expression);
    const std::optional<std::int64_t> given = inputs_(occurrence);
    if (given)
      it.stack.push_back(*given);
    else
      obstacle_ = {Obstacle::Kind::MissingInput, std::move(occurrence)};
    return given.has_value();
  }

  bool applied(ThreadState &it, ExpressionId id) {
    const Expression &expression = source_.at(id);
    const Number last = pop(it);
    const Applied result = expression.kind == Expression::Kind::Unary
                               ? apply(expression.op, last)
                               : apply(expression.op, pop(it), last);
    if (result.kind == Applied::Kind::Overflow) {
      obstacle_ = {Obstacle::Kind::Overflow, {}};
      return false;
    }
    if (result.kind == Applied::Kind::DivisionByZero)
      return stop(it, Failure{Failure::Kind::DivisionByZero, id, {}});
    it.stack.push_back(result.value);
    return true;
  }

  bool fork(ThreadState &it, const Instruction &instruction) {
    it.status = Status::Joining;
    it.children = static_cast<std::uint32_t>(source_.at(instruction.statement).blocks.size());
    for (std::uint32_t i = 0; i < it.children; ++i)
      begin(instruction.target + i);
    return false;
  }

  bool end(std::size_t thread) {
    state_.threads[thread] = {};
    if (thread == 0)
      return false;
    const std::size_t parent = program_.parents_[thread];
    if (--state_.threads[parent].children == 0) {
      state_.threads[parent].status = Status::Ready;
      unsettled_.push_back(parent);
    }
    return false;
  }

  const Interpreter &program_;
  const Source &source_;
  State &state_;
  const Inputs &inputs_;
  std::vector<std::size_t> unsettled_;
  std::uint32_t iterations_ = 0;
  std::optional<Obstacle> obstacle_;
};

std::optional<Obstacle> Interpreter::start(State &state, const Inputs &inputs) const {
  state.memory.assign(memorySize_, 0);
  state.threads.assign(entries_.size(), {});
  state.iterations.assign(loopCount_, 0);
  Runner runner(*this, state, inputs);
  runner.begin(0);
  return runner.settle();
}

std::optional<Obstacle> Interpreter::step(State &state, std::size_t thread,
                                          const Inputs &inputs) const {
  Runner runner(*this, state, inputs);
  runner.step(thread);
  return runner.settle();
}

Interpreter::Moves Interpreter::moves(const State &state, const Inputs &inputs) const {
  Moves moves;
  for (std::size_t thread = 0; thread < state.threads.size(); ++thread) {
    const ThreadState &it = state.threads[thread];
    if (it.status != Status::Ready)
      continue;
    const Instruction &instruction = code_[it.at];
    if (instruction.code == Instruction::Code::When) {
      Evaluation evaluation(*this, state, inputs);
      const std::optional<Number> holds = evaluation.value(source_.at(instruction.statement).value);
      if (evaluation.obstacle()) {
        moves.obstacle = evaluation.obstacle();
        return moves;
      }
      if (!holds || *holds == 0) {
        moves.waiting = true;
        continue;
      }
    }
    moves.threads.push_back(thread);
  }
  return moves;
}

NextStep Interpreter::next(const State &state, std::size_t thread) const {
  using Code = Instruction::Code;
  const ThreadState &it = state.threads[thread];
  RW_CHECK(it.status == Status::Ready);
  const Instruction &instruction = code_[it.at];
  NextStep next;
  if (instruction.code == Code::When) {
    next.step.statement = instruction.statement;
    next.value = 1;
    return next;
  }
  if (instruction.code == Code::Use || instruction.code == Code::UseElement) {
    next.step.use = instruction.expression;
    next.cells = 1;
    next.firstCell = cells_[source_.at(instruction.expression).variable.index()];
    if (instruction.code == Code::UseElement)
      next.firstCell += static_cast<std::uint32_t>(it.stack.back());
    next.value = state.memory[next.firstCell];
    return next;
  }
  const Statement &statement = source_.at(instruction.statement);
  next.step.statement = instruction.statement;
  next.firstCell = cells_[statement.variable.index()];
  next.cells = instruction.code == Code::WriteArray ? source_.at(statement.variable).length : 1;
  if (instruction.code == Code::WriteElement)
    next.firstCell += static_cast<std::uint32_t>(it.stack.front());
  next.value = *(it.stack.end() - next.cells);
  return next;
}

Occurrence Interpreter::occurrence(const State &state, ExpressionId expression) const {
  Occurrence occurrence{expression, {}};
  for (const std::uint32_t loop : loopNests_[nestOf_[expression.index()]])
    occurrence.iterations.push_back(state.iterations[loop]);
  return occurrence;
}

std::size_t hashOf(const State &state) {
  std::size_t hash = 0;
  const auto mix = [&](std::uint64_t value) {
    hash = (hash ^ (value + 0x9e3779b97f4a7c15U)) * 0xff51afd7ed558ccdU;
    hash ^= hash >> 32U;
  };
  const auto mixNumber = [&](Number value) {
    mix(static_cast<std::uint64_t>(value));
    mix(static_cast<std::uint64_t>(value >> 64));
  };
  for (const Number value : state.memory)
    mixNumber(value);
  for (const ThreadState &thread : state.threads) {
    mix(static_cast<std::uint64_t>(thread.status));
    mix(thread.at);
    mix(thread.children);
    mix(thread.stack.size());
    for (const Number value : thread.stack)
      mixNumber(value);
  }
  for (const std::uint32_t iteration : state.iterations)
    mix(iteration);
  return hash;
}

} // namespace raceward::cele
