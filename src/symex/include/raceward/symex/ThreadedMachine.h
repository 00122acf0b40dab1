// ThreadedMachine: a program with threads behind the interface that the search drives (Machine.h).
//
// Every thread is kept before an operation that another thread could observe, before a choice that
// data makes, or at its end; the code in between is executed at once. The creator decides which
// accesses are operations: all that provers could not clear (rule R2); the others are executed
// without stopping.
//
// For each thread the next operation is kept as plain data (Pending.h). It is recomputed only if it
// depends on memory or locks and another thread has moved. Steps of several instructions are
// executed ahead on a copy of the state (Burst.cpp); loops that wait for other threads are put to
// sleep (Spinning.cpp); names are the same in every run (rule R6).
//
// Invariant: the runs of this machine are executions of the program, and executions that it does
// not follow are covered by a gap. docs/develop/threads.md has the arguments.
#pragma once

#include "raceward/model/Machine.h"
#include "raceward/model/Verdict.h"
#include "raceward/symex/Machine.h"
#include "raceward/symex/SharedPlaces.h"

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace raceward {

/// Bounds; exceeding one is a gap. Zero: unbounded.
struct ThreadBounds {
  std::uint32_t loop = 0;    ///< maximum visits of one operation per thread
  std::uint32_t threads = 0; ///< besides main; a thread that would create one more stops
  /// Steps of one thread between two observable operations.
  std::uint64_t stepsAlone = 50'000'000;
  /// Polled in between, where a thread may query the solver for long: true stops it there, as a
  /// gap. Empty: no time limit.
  std::function<bool()> isTimeOver;
  /// A section whose assumption does not hold waits until it does, instead of being tried and
  /// abandoned. Suitable for hunting, wrong for exhaustive search.
  bool patient = false;
  /// Accesses before the first thread is created are not operations: they come before everything
  /// that another thread does. Nor do signals arrive until then. Suitable for hunting, where both
  /// would use up the length of a run.
  bool quietAlone = false;
  /// Plain accesses to memory that no two threads are known to use are not operations either
  /// (SharedPlaces.h). Suitable for hunting. Null: all are.
  std::shared_ptr<SharedPlaces> shared;
  /// Loops that poll under a mutex sleep until another thread unlocks it. For source sets, or
  /// without any reduction: other reductions must know which step wakes a thread
  /// (docs/develop/threads.md).
  bool sleepOnMutexes = true;
  /// Keeps where and why threads stop, for stops(): an exhaustive search does not ask, and would
  /// make a text at every stop.
  bool keepsStops = false;
};

/// A fault that the program has on its own, such as a failing assertion.
struct Finding {
  Fault fault;
  ThreadId thread;
  std::vector<InputValue> inputs;
};

/// Where a thread of a run stopped, and why.
struct ThreadStop {
  SourcePosition at;
  std::string reason;
};

/// The current run; empty before the first one.
struct RunSoFar {
  unsigned threads = 0;  ///< with main and those that have ended
  bool hasEnded = false; ///< the process
};

/// What was executed, in all runs.
struct MachineWork {
  std::uint64_t steps = 0;
  std::uint64_t events = 0; ///< operations performed
};

/// The position of a thread in the code of the program.
struct ThreadPlace {
  struct Frame {
    FunctionId function;
    std::uint32_t instruction = 0;
    bool inclusive =
        true; ///< still to be executed or completed; otherwise the thread returns to it
  };
  struct Lock {
    GlobalId global;
    std::int64_t offset = 0;
    bool exclusive = true;
    auto operator<=>(const Lock &) const = default;
  };
  std::vector<Frame> frames; ///< innermost first
  std::vector<Lock> locks;   ///< held locks that lie in global variables; sorted
};

/// The possible futures of threads, from an analysis of the code.
struct FutureGuide {
  std::function<const Future &(const ThreadPlace &place)> from;
  std::function<bool(SiteId a, SiteId b)> areSuspects;
};

/// The position of an operation, for reports.
struct OperationPlace {
  SourcePosition at;
  std::string function;
  std::string object; ///< the object that it touches or locks, in C syntax; may be empty
  std::string call;   ///< the library function that performs it; empty for plain code
};

class ThreadedMachine final : public Machine {
public:
  /// `visible` by SiteId. `program` must outlive the machine. Under C11, atomics weaker than
  /// seq_cst are a gap: reads return the last write, whatever else they might return.
  static Result<std::unique_ptr<ThreadedMachine>> make(const Program &program,
                                                       MachineOptions options,
                                                       std::vector<bool> visible, MemoryModel model,
                                                       ThreadBounds bounds = {});
  ~ThreadedMachine() override;

  Result<void> restart() override;
  std::span<const ThreadId> enabled() override;
  std::span<const ThreadId> disabled() override;
  using Machine::next;
  const Operation &next(ThreadId t) const override;
  const Operation &next(ThreadId t, Outcome outcome) const override;
  [[nodiscard]] bool fixed(ThreadId t) const override;
  Result<std::span<const Outcome>> outcomes(ThreadId t) override;
  Result<void> step(ThreadId t, Outcome outcome) override;
  MarkId mark() override;
  Result<void> rewind(MarkId mark) override;
  Result<bool> canOverlap(const Event &earlier, const Event &later) override;
  bool isGuessed(const Event &earlier, const Event &later) override;
  const Future &mayStillDo(ThreadId t) const override;
  [[nodiscard]] SiteId accessSiteAt(PositionId at) const override;
  [[nodiscard]] bool areSuspects(SiteId a, SiteId b) const override;
  [[nodiscard]] ThreadNames threadNames() const override;
  void startNames(const ThreadNames &names) override;
  [[nodiscard]] std::uint64_t meaningOf(Outcome outcome) const override;
  [[nodiscard]] Outcome outcomeMeaning(std::uint64_t name) override;
  [[nodiscard]] std::uint64_t meaningOf(PositionId at) const override;

  /// Without a guide, every future is "anything".
  void guideBy(FutureGuide guide);
  /// Ids of a global variable, and of a lock or the like in one, as in events.
  [[nodiscard]] ObjectId nameOfGlobal(GlobalId global);
  [[nodiscard]] ObjectId nameOfLock(GlobalId global, std::int64_t offset);

  /// Why the current run does not go on: the end of the process, and the threads that stay
  /// somewhere; or the place of a thread that could still move. Empty if there is no run, or
  /// without ThreadBounds::keepsStops.
  [[nodiscard]] std::vector<ThreadStop> stops();
  /// Gaps of all runs so far. Empty: exhaustive search is complete.
  [[nodiscard]] const std::vector<Gap> &gaps() const;
  /// Faults in all runs so far, each position once.
  [[nodiscard]] const std::vector<Finding> &findings() const;
  /// The access of `event`, in the current run, that overlaps one of `other`.
  [[nodiscard]] const AccessSite *siteOf(const Event &event, const Event &other) const;
  /// The first access of an operation at this position.
  [[nodiscard]] const AccessSite *siteAt(PositionId at) const;
  [[nodiscard]] OperationPlace placeAt(PositionId at) const;
  /// "main", or the thread's start function.
  [[nodiscard]] std::string nameOf(ThreadId t) const;
  /// The inputs of the current execution, or of the last race found.
  [[nodiscard]] std::vector<InputValue> inputs() const;
  /// Prefers small inputs where the path, and the last race found, leave a choice. `t` is the
  /// thread that did the last step.
  void simplifyInputs(ThreadId t);
  /// Whether there are inputs that lead to this state and distinguish the two terms; they become
  /// those of the execution, until it continues.
  [[nodiscard]] Result<bool> canDiffer(ThreadId t, Term a, Term b);
  /// The inputs of the current execution, for use in another one.
  [[nodiscard]] Ref<Witness> chosenInputs() const;
  /// Makes them those of this execution; false if they do not lead to this state.
  [[nodiscard]] bool choose(const Ref<Witness> &inputs);
  /// Number of inputs.
  [[nodiscard]] std::uint32_t inputCount() const;
  /// The variables of the inputs, in the order of the requests.
  [[nodiscard]] std::vector<Term> inputVariables() const;
  /// The call stack of the thread, innermost first.
  [[nodiscard]] std::vector<Caller> callersOf(ThreadId t) const;
  /// The current content of these bytes, at most 8; an invalid term if unknown.
  [[nodiscard]] Term contentAt(const Address &address) const;
  /// In C syntax, with the inputs of the current execution.
  [[nodiscard]] std::string valueOf(Term content) const;
  /// The current value of a global variable of at most 8 bytes; empty if it is not a number.
  [[nodiscard]] std::optional<std::uint64_t> globalValue(std::string_view name) const;
  /// The same as a term, of at most 8 bytes; invalid if unknown.
  [[nodiscard]] Term contentOf(GlobalId global) const;
  /// The path condition of the current execution.
  [[nodiscard]] Term pathCondition() const;
  /// Whether inputs satisfy the condition, in any run; and an example.
  [[nodiscard]] Sat inputsWith(Term condition, Ref<Witness> &example);
  /// The code at a position; null if there is none.
  [[nodiscard]] const llvm::Instruction *codeAt(PositionId at) const;
  [[nodiscard]] TermArena &arena();
  [[nodiscard]] MachineWork work() const;
  /// The visible access sites that some run has reached, sorted; since startNames().
  [[nodiscard]] std::vector<SiteId> reached() const;
  /// ThreadBounds::stepsAlone, from now on. Another limit is another machine: runs that were
  /// executed before have to be executed with the one that they had.
  void limitStepsAlone(std::uint64_t steps);
  [[nodiscard]] const ChainCounts &solverCounts() const;
  [[nodiscard]] RunSoFar runSoFar() const;
  /// With ThreadBounds::shared: number of accesses of the current run that were not operations.
  [[nodiscard]] std::uint64_t quietAccesses() const;
  /// Whether the next operation of the thread is one of them but for the last
  /// SharedPlaces::learn().
  [[nodiscard]] bool wasNextQuiet(ThreadId t) const;
  /// From the next run on, those are operations as well ...
  void showQuietAccesses(bool show);
  /// ... and this says that the next operation of the thread is one of them.
  [[nodiscard]] bool isNextQuiet(ThreadId t) const;
  /// Whether an atomic section of the thread failed its assumption: it stays there in this run.
  [[nodiscard]] bool isRefused(ThreadId t) const;
  /// Whether no thread can move, one waits for a mutex or for another thread, and nothing ends the
  /// process.
  [[nodiscard]] bool isDeadlocked();

private:
  ThreadedMachine();
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace raceward
