#include "raceward/cele/Follow.h"

#include "Interpreter.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace raceward::cele {

namespace {

std::string placeOf(const Source &source, const Step &step) {
  const Place at = step.use.valid() ? source.at(step.use).at : source.at(step.statement).at;
  return std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string describeStep(const Source &source, const Step &step) {
  if (step.use.valid())
    return "the use of '" + source.at(source.at(step.use).variable).name + "' at " +
           placeOf(source, step);
  const Statement &statement = source.at(step.statement);
  if (statement.kind == Statement::Kind::When)
    return "the 'when' at " + placeOf(source, step);
  return "the write of '" + source.at(statement.variable).name + "' at " + placeOf(source, step);
}

bool isStep(const Source &source, const Step &step) {
  if (step.use.valid() == step.statement.valid())
    return false;
  if (step.use.valid())
    return step.use.index() < source.expressions.size() && source.at(step.use).variable.valid();
  if (step.statement.index() >= source.statements.size())
    return false;
  const Statement::Kind kind = source.at(step.statement).kind;
  return kind == Statement::Kind::When || source.at(step.statement).variable.valid();
}

std::int64_t nearest(Number number) {
  constexpr Number kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr Number kMost = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::clamp(number, kLeast, kMost));
}

class Follower {
public:
  Follower(const Source &source, const Run &run)
      : source_(source), run_(run), program_(source),
        inputs_([&run](const Occurrence &input) -> std::optional<std::int64_t> {
          const auto given = run.inputs.find(input.expression);
          return given == run.inputs.end() ? 0 : given->second;
        }) {}

  Followed follow() {
    for (const auto &[input, value] : run_.inputs)
      if (value < std::numeric_limits<std::int16_t>::min() ||
          value > std::numeric_limits<std::int16_t>::max())
        return refused("an input is not a value of 16 bits");
    if (const auto obstacle = program_.start(state_, inputs_))
      return refused(describe(*obstacle));
    writers_.resize(state_.memory.size());
    for (std::size_t i = 0; i < run_.steps.size(); ++i)
      if (std::string why = make(i); !why.empty())
        return refused("step " + std::to_string(i + 1) + ": " + why);
    return std::move(out_);
  }

  /// Value of the last step, with all its bits.
  [[nodiscard]] Number lastValue() const { return lastValue_; }

private:
  Followed refused(std::string why) {
    out_.refused = std::move(why);
    return std::move(out_);
  }

  std::string describe(const Obstacle &obstacle) {
    out_.tooLarge = obstacle.kind == Obstacle::Kind::Overflow;
    return out_.tooLarge ? "a number gets too large" : "a loop goes on without end";
  }

  /// The reason why the step is impossible; empty if it was made.
  std::string make(std::size_t number) {
    const Step &step = run_.steps[number];
    if (!isStep(source_, step))
      return "this is not a step of the program";
    const std::optional<std::size_t> thread = threadAt(step);
    if (!thread)
      return "no thread has come to " + describeStep(source_, step);
    const Interpreter::Moves moves = program_.moves(state_, inputs_);
    if (moves.obstacle)
      return describe(*moves.obstacle);
    if (std::find(moves.threads.begin(), moves.threads.end(), *thread) == moves.threads.end())
      return describeStep(source_, step) + " does not hold yet";

    const NextStep next = program_.next(state_, *thread);
    lastValue_ = next.value;
    StepValue value{step, nearest(next.value), {}};
    for (std::uint32_t cell = next.firstCell; cell < next.firstCell + next.cells; ++cell) {
      if (step.use.valid())
        value.from = writers_[cell];
      else
        writers_[cell] = number;
    }
    if (const auto obstacle = program_.step(state_, *thread, inputs_))
      return describe(*obstacle);
    out_.values.push_back(value);
    return {};
  }

  /// The thread whose next step this is.
  [[nodiscard]] std::optional<std::size_t> threadAt(const Step &step) const {
    for (std::size_t thread = 0; thread < state_.threads.size(); ++thread)
      if (state_.threads[thread].status == ThreadState::Status::Ready &&
          program_.next(state_, thread).step == step)
        return thread;
    return std::nullopt;
  }

  const Source &source_;
  const Run &run_;
  Interpreter program_;
  Inputs inputs_;
  State state_;
  std::vector<std::optional<std::size_t>> writers_; ///< by cell of the memory
  Number lastValue_ = 0;
  Followed out_;
};

/// Equal as functions: a missing value is 0.
bool equalInputs(const InputValues &one, const InputValues &other) {
  const auto within = [](const InputValues &some, const InputValues &all) {
    return std::all_of(some.begin(), some.end(), [&](const auto &input) {
      const auto found = all.find(input.first);
      return (found == all.end() ? 0 : found->second) == input.second;
    });
  };
  return within(one, other) && within(other, one);
}

} // namespace

Followed follow(const Source &unrolled, const Run &run) {
  return Follower(unrolled, run).follow();
}

bool happens(const Source &unrolled, const ValueRace &race) {
  if (!equalInputs(race.first.inputs, race.second.inputs))
    return false;
  std::array<Number, 2> values{};
  for (const std::size_t i : {0U, 1U}) {
    const Run &run = i == 0 ? race.first : race.second;
    if (run.steps.empty() || !race.use.valid() || run.steps.back().use != race.use)
      return false;
    Follower follower(unrolled, run);
    if (!follower.follow().refused.empty())
      return false;
    values[i] = follower.lastValue();
  }
  return values[0] != values[1];
}

} // namespace raceward::cele
