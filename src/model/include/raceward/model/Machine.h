// Machine: all the explorer knows about running a program.
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
/// A state to come back to.
using MarkId = Id<MarkTag>;

/// Threads by number: which thread creates it, and as which of its children.
using ThreadNames = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

class Machine {
public:
  virtual ~Machine() = default;

  /// Back to the initial state; forgets all marks.
  virtual Result<void> restart() = 0;

  /// Threads that can move now, sorted, so that one program always gives one
  /// exploration. Valid until the state changes.
  virtual std::span<const ThreadId> enabled() = 0;

  /// Threads that have something left to do and cannot do it now, sorted. A thread that
  /// does not exist yet, or is at its end, is not among them. One whose next() is a Section or
  /// an Await is asleep: it has tried, as an event, and waits for a write of what it read.
  virtual std::span<const ThreadId> disabled() = 0;

  /// What `t` would do next. Pure: peeking never forks, asks or logs. Requires: t is in
  /// enabled() or disabled(). Valid until the state changes.
  virtual const Operation &next(ThreadId t) const = 0;

  /// What `t` would do with that outcome, where the outcome decides: the footprint of a
  /// section. Requires: t is in enabled(), and the outcome in outcomes(t). As pure as next(t).
  virtual const Operation &next(ThreadId t, Outcome /*outcome*/) const { return next(t); }

  /// Whether next(t) is the same action with every outcome and whatever others do before it. A
  /// section need not be, nor a compare-and-swap, which only reads if it fails. What is not said
  /// here of locks and semaphores the search knows.
  [[nodiscard]] virtual bool fixed(ThreadId t) const {
    const Action &action = next(t).action;
    return !std::holds_alternative<Section>(action) &&
           !std::holds_alternative<AtomicRead>(action) &&
           !std::holds_alternative<AtomicUpdate>(action);
  }

  /// The ways in which next(t) can turn out, named by meaning, sorted, at least one.
  /// Requires: t is in enabled(). Valid until the next call.
  virtual Result<std::span<const Outcome>> outcomes(ThreadId t) = 0;

  /// Performs next(t) with that outcome. Requires: t is in enabled().
  /// An Error means that this execution is lost, never that the program is wrong: a bug
  /// is an event.
  virtual Result<void> step(ThreadId t, Outcome outcome) = 0;

  /// Whether two accesses of this run that conflict can touch the same byte, asked if one of
  /// their addresses is not exact; `later` may be the last step or lie further back. A machine
  /// that cannot tell says no, and remembers that as a gap.
  virtual Result<bool> canOverlap(const Event & /*earlier*/, const Event & /*later*/) {
    return true;
  }

  /// What `t` may still do from here, whatever the schedule and data. Requires: t is in enabled()
  /// or disabled(). The machine keeps it: equal addresses mean equal futures as long as it lives.
  virtual const Future &mayStillDo(ThreadId /*t*/) const { return anyFuture(); }

  /// The access site of a step at this place, if it has one only and the machine knows it.
  [[nodiscard]] virtual SiteId accessSiteAt(PositionId /*at*/) const { return {}; }

  /// False: it is proved that accesses at these sites never race, up to the first race.
  [[nodiscard]] virtual bool areSuspects(SiteId /*a*/, SiteId /*b*/) const { return true; }

  // Ids are of one machine. To another one of the same program, in another process, runs are
  // told by names: threads by a numbering that goes along, outcomes and places by meaning.

  /// How this machine has numbered threads up to now.
  [[nodiscard]] virtual ThreadNames threadNames() const { return {}; }
  /// Forgets all ids. Those of threads begin as `names` says; all ids from here on depend on
  /// nothing but that and what is done. Call restart() next.
  virtual void startNames(const ThreadNames & /*names*/) {}
  [[nodiscard]] virtual std::uint64_t meaningOf(Outcome outcome) const { return outcome.name; }
  [[nodiscard]] virtual Outcome outcomeMeaning(std::uint64_t name) {
    return {static_cast<std::uint32_t>(name)};
  }
  [[nodiscard]] virtual std::uint64_t meaningOf(PositionId at) const { return at.index(); }

  /// Remembers this state. Marks are a stack in the order of the run.
  virtual MarkId mark() = 0;

  /// Back to a marked state of this run; forgets the marks set after it.
  virtual Result<void> rewind(MarkId mark) = 0;
};

} // namespace raceward
