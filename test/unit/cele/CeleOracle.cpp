#include "CeleOracle.h"

#include "raceward/base/Check.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace raceward::cele {

namespace {

using Assignment = std::map<Occurrence, std::int64_t>;

struct HashOfState {
  std::size_t operator()(const State &state) const { return hashOf(state); }
};

/// All states that are reachable with one assignment of inputs.
class Exploration {
public:
  Exploration(const Source &source, const Interpreter &program, const Assignment &assignment,
              std::size_t mostStates)
      : source_(source), program_(program), mostStates_(mostStates),
        inputs_([&assignment](const Occurrence &input) -> std::optional<std::int64_t> {
          const auto given = assignment.find(input);
          return given == assignment.end() ? std::nullopt : std::optional(given->second);
        }) {}

  /// False: it could not be finished. `obstacle()` says why, or it is too large.
  bool run(OracleAnswer &answer) {
    State initial;
    obstacle_ = program_.start(initial, inputs_);
    if (obstacle_)
      return false;
    add(std::move(initial));
    for (std::size_t i = 0; i < states_.size(); ++i)
      if (!expand(i, answer))
        return false;
    answer.interleavings = std::max(answer.interleavings, countRuns());
    return true;
  }

  [[nodiscard]] const std::optional<Obstacle> &obstacle() const { return obstacle_; }
  [[nodiscard]] std::size_t visited() const { return states_.size(); }

private:
  std::size_t add(State state) {
    const auto [entry, isNew] = known_.try_emplace(std::move(state), states_.size());
    if (isNew) {
      states_.push_back(&entry->first);
      successors_.emplace_back();
    }
    return entry->second;
  }

  bool expand(std::size_t number, OracleAnswer &answer) {
    const State &state = *states_[number];
    for (const ThreadState &thread : state.threads)
      if (thread.failure)
        answer.failures.insert(*thread.failure);
    // The first one counts as 0, and a loop may stand in the middle of it.
    for (const std::uint32_t iteration : state.iterations)
      answer.iterations = std::max(answer.iterations, iteration + 1);
    Interpreter::Moves moves = program_.moves(state, inputs_);
    obstacle_ = std::move(moves.obstacle);
    if (obstacle_)
      return false;
    answer.deadlock = answer.deadlock || (moves.threads.empty() && moves.waiting);
    for (const std::size_t thread : moves.threads) {
      record(state, program_.next(state, thread), answer);
      State after = state;
      obstacle_ = program_.step(after, thread, inputs_);
      if (obstacle_)
        return false;
      const std::size_t successor = add(std::move(after));
      successors_[number].push_back(successor);
      if (states_.size() > mostStates_)
        return false;
    }
    return true;
  }

  void record(const State &state, const NextStep &next, OracleAnswer &answer) {
    const ExpressionId use = next.step.use;
    if (!use.valid())
      return;
    const auto [entry, isNew] = values_.try_emplace(program_.occurrence(state, use), next.value);
    if (!isNew && entry->second != next.value)
      answer.races.insert(source_.at(use).origin);
  }

  /// Every step makes some thread go further, so that no state comes again in a run.
  [[nodiscard]] std::uint64_t countRuns() const {
    std::vector<std::size_t> open(states_.size());
    for (const std::vector<std::size_t> &from : successors_)
      for (const std::size_t to : from)
        ++open[to];
    std::vector<std::uint64_t> ways(states_.size());
    std::vector<std::size_t> ready{0};
    ways[0] = 1;
    std::uint64_t total = 0;
    std::size_t done = 0;
    constexpr std::uint64_t kMany = std::numeric_limits<std::uint64_t>::max() / 4;
    while (!ready.empty()) {
      const std::size_t number = ready.back();
      ready.pop_back();
      ++done;
      if (successors_[number].empty())
        total = std::min(kMany, total + ways[number]);
      for (const std::size_t to : successors_[number]) {
        ways[to] = std::min(kMany, ways[to] + ways[number]);
        if (--open[to] == 0)
          ready.push_back(to);
      }
    }
    RW_CHECK(done == states_.size());
    return total;
  }

  const Source &source_;
  const Interpreter &program_;
  std::size_t mostStates_;
  Inputs inputs_;
  std::unordered_map<State, std::size_t, HashOfState> known_;
  std::vector<const State *> states_;
  std::vector<std::vector<std::size_t>> successors_;
  std::map<Occurrence, Number> values_; ///< the first that a use got
  std::optional<Obstacle> obstacle_;
};

} // namespace

std::optional<OracleAnswer> bruteForce(const Source &source,
                                       const std::vector<std::int64_t> &domain,
                                       const OracleLimits &limits) {
  const Interpreter program(source);
  OracleAnswer answer;
  // An assignment gives values to the inputs that some run asks for, and is split where one asks
  // for another: in the end, every run finds all its inputs.
  std::vector<Assignment> open{{}};
  std::size_t statesLeft = limits.states;
  while (!open.empty()) {
    const Assignment assignment = std::move(open.back());
    open.pop_back();
    Exploration exploration(source, program, assignment, statesLeft);
    OracleAnswer extended = answer;
    const bool complete = exploration.run(extended);
    statesLeft -= std::min(statesLeft, exploration.visited());
    if (complete) {
      answer = std::move(extended);
      ++answer.assignments;
    } else {
      const std::optional<Obstacle> &obstacle = exploration.obstacle();
      if (!obstacle || obstacle->kind != Obstacle::Kind::MissingInput)
        return std::nullopt;
      for (const std::int64_t value : domain) {
        open.push_back(assignment);
        open.back().emplace(obstacle->input, value);
      }
    }
    if (answer.interleavings > limits.interleavings ||
        answer.assignments + open.size() > limits.assignments)
      return std::nullopt;
  }
  return answer;
}

} // namespace raceward::cele
