#include "raceward/prove/Sections.h"
#include "raceward/prove/ProverMutation.h"

#include <algorithm>
#include <array>
#include <set>

namespace raceward {

namespace {

/// The state at a point of the program, for one way in which its function was entered.
/// Must-information: Inside only if it holds on every path.
enum class State : std::uint8_t { Unreached, Outside, Inside };

State join(State a, State b) {
  if (a == State::Unreached)
    return b;
  if (b == State::Unreached)
    return a;
  return a == b ? a : mutated(ProverMutation::SectionsOnePath) ? State::Inside : State::Outside;
}

constexpr std::size_t kEntries = 2; ///< entered outside, entered inside

State entryState(std::size_t entry) {
  return entry == 0 ? State::Outside : State::Inside;
}

} // namespace

/// Functions are analysed once for each of the two states in which they can be entered; a call
/// continues with the state in which its callee returns, and is re-examined when that changes.
/// Termination: states only move from Unreached via Inside to Outside.
class Sections::Solver {
public:
  Solver(const Program &program, const Calls &calls)
      : program_(program), calls_(calls), numbers_(calls.bottomUp()) {
    bodies_.resize(program.functions().size());
  }

  void enter(FunctionId function, State state) {
    const std::size_t entry = state == State::Inside ? 1 : 0;
    Body &body = bodies_[function.index()][entry];
    if (body.entered)
      return;
    body.entered = true;
    const Function &f = program_.function(function);
    body.before.assign(f.code.instructions.size(), State::Unreached);
    queue(function, entry);
  }

  void run() {
    while (!open_.empty()) {
      const Work next = *open_.begin();
      open_.erase(open_.begin());
      analyse(program_.function(next.function), next.entry);
    }
  }

  [[nodiscard]] std::vector<bool> insideOf(const Function &function) const {
    std::vector<bool> inside(function.code.instructions.size(), false);
    for (std::size_t i = 0; i < inside.size(); ++i) {
      State state = State::Unreached;
      for (const Body &body : bodies_[function.id.index()])
        if (body.entered)
          state = join(state, body.before[i]);
      // Code that no thread reaches touches nothing; it counts as inside.
      inside[i] = state != State::Outside;
    }
    return inside;
  }

private:
  struct Work {
    std::uint32_t number; ///< callees first
    FunctionId function;
    std::size_t entry;
    auto operator<=>(const Work &) const = default;
  };
  struct Body {
    bool entered = false;
    std::vector<State> before; ///< by instruction
    State atReturn = State::Unreached;
    std::set<Work> callers;
  };

  [[nodiscard]] Work workOf(FunctionId function, std::size_t entry) const {
    return {numbers_[function.index()], function, entry};
  }
  void queue(FunctionId function, std::size_t entry) {
    if (program_.function(function).hasBody)
      open_.insert(workOf(function, entry));
  }

  void analyse(const Function &function, std::size_t entry) {
    Body &body = bodies_[function.id.index()][entry];
    const std::vector<Instruction> &code = function.code.instructions;
    if (code.empty())
      return;
    propagate(body, 0, function.isAtomicSection ? State::Inside : entryState(entry));
    bool local = true; // this function first to its own fixed point
    while (local) {
      local = false;
      for (std::uint32_t i = 0; i < code.size(); ++i) {
        const State before = body.before[i];
        if (before == State::Unreached)
          continue;
        const State after = transfer(function, entry, i, before);
        if (after == State::Unreached)
          continue;
        if (code[i].op == Op::Return) {
          const State joined = join(body.atReturn, after);
          if (joined != body.atReturn)
            open_.insert(body.callers.begin(), body.callers.end());
          body.atReturn = joined;
        } else if (code[i].origin->isTerminator()) {
          for (const Edge &edge : function.code.edgesOf(code[i]))
            local = propagate(body, edge.target, after) || local;
        } else {
          local = propagate(body, i + 1, after) || local;
        }
      }
    }
  }

  static bool propagate(Body &body, std::uint32_t to, State state) {
    const State joined = join(body.before[to], state);
    if (joined == body.before[to])
      return false;
    body.before[to] = joined;
    return true;
  }

  /// The state after an instruction; Unreached if it does not return.
  State transfer(const Function &function, std::size_t entry, std::uint32_t index, State before) {
    const Instruction &instruction = function.code.instructions[index];
    if (instruction.op == Op::LibraryCall && instruction.library) {
      const LibraryFunction &library = *instruction.library;
      if (library.sync == SyncEffect::SectionBegin)
        return State::Inside;
      if (library.sync == SyncEffect::SectionEnd)
        return State::Outside;
      if (library.neverReturns)
        return State::Unreached;
      if (library.returnsTwice)
        return State::Outside; // the state at the longjmp call is unknown
    }
    if (instruction.op != Op::Call && instruction.op != Op::LibraryCall)
      return before;
    const std::vector<FunctionId> &callees = calls_.calleesAt({function.id, index});
    if (callees.empty())
      return before;
    const Work caller = workOf(function.id, entry);
    State after = instruction.op == Op::Call && !calls_.mayLeadOutside({function.id, index})
                      ? State::Unreached
                      : before;
    for (const FunctionId callee : callees)
      after = join(after, afterCall(caller, callee, before));
    // The library may call back again, in the state in which the callee returned.
    if (instruction.op == Op::LibraryCall && after != before)
      for (const FunctionId callee : callees)
        after = join(after, afterCall(caller, callee, after));
    return after;
  }

  State afterCall(const Work &caller, FunctionId callee, State before) {
    enter(callee, before);
    if (mutated(ProverMutation::SectionsCallees) && before == State::Inside)
      return before;
    Body &body = bodies_[callee.index()][before == State::Inside ? 1 : 0];
    body.callers.insert(caller);
    const State atReturn = body.atReturn;
    // A function that is a section by its name returns a caller outside to outside.
    const bool isSection = program_.function(callee).isAtomicSection;
    return isSection && before == State::Outside && atReturn != State::Unreached ? before
                                                                                 : atReturn;
  }

  const Program &program_;
  const Calls &calls_;
  std::vector<std::uint32_t> numbers_; ///< by function
  std::vector<std::array<Body, kEntries>> bodies_;
  std::set<Work> open_;
};

Sections::Sections(const Program &program, const Calls &calls, const Threads &threads) {
  Solver solver(program, calls);
  for (const ThreadTemplate &thread : threads.templates())
    for (const FunctionId root : thread.roots)
      solver.enter(root, State::Outside);
  solver.run();
  inside_.resize(program.functions().size());
  for (const Function &function : program.functions())
    if (function.hasBody)
      inside_[function.id.index()] = solver.insideOf(function);
}

bool Sections::alwaysInside(InstructionRef instruction) const {
  return inside_[instruction.function.index()][instruction.index];
}

} // namespace raceward
