// ThreadedMachine: a program with threads behind the interface that the search drives.
//
// Every thread stands before an operation that another thread could observe, before a
// choice that data makes, or at its end. What lies between runs at once. Which accesses
// are operations is said by whoever makes the machine: all that provers could not clear
// (rule R2); the others are executed without stopping.
#pragma once

#include "raceward/model/Machine.h"
#include "raceward/model/Verdict.h"
#include "raceward/symex/Machine.h"

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace raceward {

/// What is cut, and so a gap. Zero: nothing is.
struct ThreadBounds {
  std::uint32_t loop = 0;    ///< a thread stops before it does the same for the next time
  std::uint32_t threads = 0; ///< besides main; whoever would create one more stops
  /// Of one thread between two operations that others could observe.
  std::uint64_t stepsAlone = 50'000'000;
  /// Asked now and then in between, where a thread may ask the solver for long: true ends it
  /// there, as a gap. Empty: nobody waits.
  std::function<bool()> isTimeOver;
  /// A section whose assumption does not hold waits until it does, instead of being
  /// tried and given up. Good for hunting, wrong for exhausting.
  bool patient = false;
  /// Loops that look under a mutex sleep until somebody else unlocks it. For source sets, or
  /// without any reduction: others must know what wakes whom (docs/threads.md).
  bool sleepOnMutexes = true;
};

/// Something that the program does wrong on its own, such as a failing assertion.
struct Finding {
  Fault fault;
  ThreadId thread;
  std::vector<InputValue> inputs;
};

/// Where a thread stands in the code of the program.
struct ThreadPlace {
  struct Frame {
    FunctionId function;
    std::uint32_t instruction = 0;
    bool inclusive =
        true; ///< it is yet to be executed, or goes on; else the thread comes back to it
  };
  struct Lock {
    GlobalId global;
    std::int64_t offset = 0;
    bool exclusive = true;
    auto operator<=>(const Lock &) const = default;
  };
  std::vector<Frame> frames; ///< innermost first
  std::vector<Lock> locks;   ///< that it holds, if they lie in global variables; sorted
};

/// What the code of the program says about threads, from whoever has looked through it.
struct FutureGuide {
  std::function<const Future &(const ThreadPlace &place)> from;
  std::function<bool(SiteId a, SiteId b)> areSuspects;
};

/// Where an operation stands, for reports.
struct OperationPlace {
  SourcePosition at;
  std::string function;
  std::string object; ///< what it touches or locks, as C would write it; may be empty
  std::string call;   ///< the library function that does it; empty for plain code
};

class ThreadedMachine final : public Machine {
public:
  /// `visible` by SiteId. `program` must outlive the machine. Under C11, atomics weaker
  /// than seq_cst are a gap: reads give what was written last, whatever else they might give.
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
  const Future &mayStillDo(ThreadId t) const override;
  [[nodiscard]] SiteId accessSiteAt(PositionId at) const override;
  [[nodiscard]] bool areSuspects(SiteId a, SiteId b) const override;
  [[nodiscard]] ThreadNames threadNames() const override;
  void startNames(const ThreadNames &names) override;
  [[nodiscard]] std::uint64_t meaningOf(Outcome outcome) const override;
  [[nodiscard]] Outcome outcomeMeaning(std::uint64_t name) override;
  [[nodiscard]] std::uint64_t meaningOf(PositionId at) const override;

  /// Without a guide, threads may do anything.
  void guideBy(FutureGuide guide);
  /// As events name them: a global variable, and a lock or the like in one.
  [[nodiscard]] ObjectId nameOfGlobal(GlobalId global);
  [[nodiscard]] ObjectId nameOfLock(GlobalId global, std::int64_t offset);

  /// What was not followed, in any run so far. None: what the search exhausts is all.
  [[nodiscard]] const std::vector<Gap> &gaps() const;
  /// What went wrong in any run so far, each place once.
  [[nodiscard]] const std::vector<Finding> &findings() const;
  /// The access of `event`, in the run as it stands, that meets one of `other`.
  [[nodiscard]] const AccessSite *siteOf(const Event &event, const Event &other) const;
  /// The first access that an operation at this position makes.
  [[nodiscard]] const AccessSite *siteAt(PositionId at) const;
  [[nodiscard]] OperationPlace placeAt(PositionId at) const;
  /// "main", or the function that the thread was started with.
  [[nodiscard]] std::string nameOf(ThreadId t) const;
  /// The inputs of the execution as it stands, or of the race that was found last.
  [[nodiscard]] std::vector<InputValue> inputs() const;
  /// Chooses small numbers where the path, and the race that was found last, leave a choice. `t`
  /// is the thread that did the last step.
  void simplifyInputs(ThreadId t);
  /// Whether there are inputs that lead to this state and tell the two apart; they are those of
  /// the execution from now on, until it goes on.
  [[nodiscard]] Result<bool> canDiffer(ThreadId t, Term a, Term b);
  /// The inputs of the execution as it stands, to be given to another one.
  [[nodiscard]] Ref<Witness> chosenInputs() const;
  /// Makes them those of this execution; false if they do not lead to this state.
  [[nodiscard]] bool choose(const Ref<Witness> &inputs);
  /// How many there are.
  [[nodiscard]] std::uint32_t inputCount() const;
  /// What stands for them in terms, in the order in which they were asked for.
  [[nodiscard]] std::vector<Term> inputVariables() const;
  /// The calls that led the thread to where it stands, innermost first.
  [[nodiscard]] std::vector<Caller> callersOf(ThreadId t) const;
  /// What these bytes hold now, at most 8 of them; an invalid term where nothing is known.
  [[nodiscard]] Term contentAt(const Address &address) const;
  /// As C writes it, with the inputs of the execution as it stands.
  [[nodiscard]] std::string valueOf(Term content) const;
  /// What a global variable of at most 8 bytes holds now; none if that is no number.
  [[nodiscard]] std::optional<std::uint64_t> globalValue(std::string_view name) const;
  /// The same as a term, of at most 8 bytes; an invalid one where nothing is known.
  [[nodiscard]] Term contentOf(GlobalId global) const;
  /// What the inputs of the execution as it stands have in common.
  [[nodiscard]] Term pathCondition() const;
  /// Whether there are inputs for which the condition holds, in whatever run; then also which.
  [[nodiscard]] Sat inputsWith(Term condition, Ref<Witness> &example);
  /// The code behind a place; null if there is none.
  [[nodiscard]] const llvm::Instruction *codeAt(PositionId at) const;
  [[nodiscard]] TermArena &arena();
  [[nodiscard]] std::uint64_t steps() const;
  /// Operations that were performed, in all runs.
  [[nodiscard]] std::uint64_t events() const;
  /// The visible access sites that some run stood before, sorted; since startNames().
  [[nodiscard]] std::vector<SiteId> reached() const;
  [[nodiscard]] const ChainCounts &solverCounts() const;
  /// What an atomic section of the thread assumed did not hold: it stays there in this run.
  [[nodiscard]] bool isRefused(ThreadId t) const;
  /// No thread can move, one waits for a mutex or for another thread, and nothing ends
  /// the process.
  [[nodiscard]] bool isDeadlocked();

private:
  ThreadedMachine();
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace raceward
