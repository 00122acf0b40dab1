// Machine: the explorer's only view of running a program.
//
// A Machine holds one execution and stops before every event another thread could
// observe. The symbolic executor, the native runtime and the scripted machine of the
// unit tests implement it, so the reduction is tested without LLVM and without real
// threads.
//
//   restart() --> Ready --step()--> Ready | Finished
//
// Finished exactly when enabled() is empty. Not thread safe. All ids that a machine hands
// out mean the same in every run (rule R6).
#pragma once

#include "raceward/base/Result.h"
#include "raceward/model/Event.h"
#include "raceward/model/Future.h"

#include <span>
#include <utility>
#include <vector>

namespace raceward {

struct MarkTag;
/// A snapshot of a state.
using MarkId = Id<MarkTag>;

/// The numbering of threads: for each, the number of its creator and its index among the creator's
/// children.
using ThreadNames = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

class Machine {
public:
  virtual ~Machine() = default;

  /// Returns to the initial state; discards all marks.
  virtual Result<void> restart() = 0;

  /// Threads that can move now, sorted, so that exploration is deterministic. Valid until the state
  /// changes.
  virtual std::span<const ThreadId> enabled() = 0;

  /// Threads that are unfinished and blocked, sorted. A thread that does not exist yet, or has
  /// ended, is not included. A thread whose next() is a Section or an Await is asleep: it has
  /// tried, as an event, and waits for a write to what it read. If the write came before the last
  /// events of a loop that failed, the Await is next all the same, and enabled: events that are
  /// independent leave the same next() in either order.
  virtual std::span<const ThreadId> disabled() = 0;

  /// The next operation of `t`. Pure: peeking never forks, queries or logs. Requires: t is in
  /// enabled() or disabled(). Valid until the state changes.
  virtual const Operation &next(ThreadId t) const = 0;

  /// The next operation of `t` with that outcome, where the outcome decides: the footprint of a
  /// section. Requires: t is in enabled(), and the outcome in outcomes(t). As pure as next(t).
  virtual const Operation &next(ThreadId t, Outcome /*outcome*/) const { return next(t); }

  /// Whether next(t) is the same action with every outcome and after any steps of other threads. A
  /// section need not be, nor a compare-and-swap, which only reads if it fails. Locks and
  /// semaphores are left to the search.
  [[nodiscard]] virtual bool fixed(ThreadId t) const {
    const Action &action = next(t).action;
    return !std::holds_alternative<Section>(action) &&
           !std::holds_alternative<AtomicRead>(action) &&
           !std::holds_alternative<AtomicUpdate>(action);
  }

  /// The possible outcomes of next(t), named by meaning, sorted, at least one. Requires: t is in
  /// enabled(). Valid until the next call.
  virtual Result<std::span<const Outcome>> outcomes(ThreadId t) = 0;

  /// Performs next(t) with that outcome. Requires: t is in enabled().
  /// An Error means that this execution is lost, never that the program is wrong: a bug
  /// is an event.
  virtual Result<void> step(ThreadId t, Outcome outcome) = 0;

  /// Whether two conflicting accesses of this run can touch the same byte; called if one of the
  /// addresses is inexact. `later` may be the last step or an earlier one. A machine that cannot
  /// decide answers no and records a gap.
  virtual Result<bool> canOverlap(const Event & /*earlier*/, const Event & /*later*/) {
    return true;
  }

  /// Whether an execution with this race may be none of the program's, since the machine followed
  /// more than those. It records a gap then.
  virtual bool isGuessed(const Event & /*earlier*/, const Event & /*later*/) { return false; }

  /// The future of `t` (see Future.h). Requires: t is in enabled() or disabled(). The machine owns
  /// it: equal addresses mean equal futures during its lifetime.
  virtual const Future &mayStillDo(ThreadId /*t*/) const { return anyFuture(); }

  /// The only access site of a step at this position, if it is unique and known.
  [[nodiscard]] virtual SiteId accessSiteAt(PositionId /*at*/) const { return {}; }

  /// False if it is proved that accesses at these sites do not race, up to the first race.
  [[nodiscard]] virtual bool areSuspects(SiteId /*a*/, SiteId /*b*/) const { return true; }

  // Ids belong to one machine. Runs are sent to a machine of the same program in another process by
  // portable names: threads by a shared numbering, outcomes and positions by meaning.

  /// This machine's numbering of threads so far.
  [[nodiscard]] virtual ThreadNames threadNames() const { return {}; }
  /// Discards all ids. Threads are numbered as `names` says; all further ids depend only on that
  /// and on the steps performed. Call restart() next.
  virtual void startNames(const ThreadNames & /*names*/) {}
  [[nodiscard]] virtual std::uint64_t meaningOf(Outcome outcome) const { return outcome.name; }
  [[nodiscard]] virtual Outcome outcomeMeaning(std::uint64_t name) {
    return {static_cast<std::uint32_t>(name)};
  }
  [[nodiscard]] virtual std::uint64_t meaningOf(PositionId at) const { return at.index(); }

  /// Saves this state. Marks form a stack in the order of the run.
  virtual MarkId mark() = 0;

  /// Returns to a marked state of this run; discards later marks.
  virtual Result<void> rewind(MarkId mark) = 0;
};

} // namespace raceward
