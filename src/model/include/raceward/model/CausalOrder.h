// CausalOrder: which events of a run may not be swapped, and which pairs to reverse.
//
// The smallest partial order that contains program order and orders dependent events as the run
// does. Runs with the same causal order are equivalent (one Mazurkiewicz trace), so exploring one
// run per order is enough. It is kept as one vector clock per event; extend() joins the clocks of
// the events that the new one depends on.
//
// A pair is reversible (a race in the sense of Abdulla, Aronis, Jonsson, Sagonas: Source sets, JACM
// 2017) if its events are dependent and adjacent in this order and the later one could have come
// first. Blocking operations need a rule of their own (R8): two acquisitions of a lock are never
// adjacent, as the unlock stands between them.
//
// Not to be confused with HappensBefore, which decides data races.
#pragma once

#include "raceward/model/CriticalSections.h"
#include "raceward/model/Dependency.h"
#include "raceward/model/Run.h"
#include "raceward/model/VectorClock.h"

#include <span>
#include <vector>

namespace raceward {

class CausalOrder {
public:
  CausalOrder(const Run &run, Dependency dependency) : run_(run), dependency_(dependency) {}

  /// Appends the last event of the run. Call it after each Run::push; going back needs no call, as
  /// entries beyond the run's size are overwritten.
  void extend();
  /// Recomputes the whole run under lazy lock order: the order of two sections of one mutex counts
  /// only if they depend on each other.
  void rebuild(const CriticalSections &sections);

  /// Strictly before, by positions in the run.
  [[nodiscard]] bool before(std::size_t first, std::size_t second) const {
    return first != second && clocks_[second].covers(epochOf(run_[first]));
  }
  [[nodiscard]] const VectorClock &clockAt(std::size_t at) const { return clocks_[at]; }

  /// Positions of the events that are reversible with the event at `at`: they depend on it, nothing
  /// stands between them, and the later one could have come first.
  [[nodiscard]] std::span<const std::uint32_t> reversibleWith(std::size_t at) const {
    return reversible_[at];
  }

  /// The same for an operation that a disabled thread waits to perform (rule R8): appends the
  /// positions of the events that it could precede.
  void reversibleWithPending(ThreadId thread, const Action &action,
                             std::vector<std::uint32_t> &found) const;

private:
  void start(std::size_t at);
  void extendByAction(std::size_t at);
  void extendAtMeetingPoint(std::size_t at, ObjectId object);
  void extendByPass(std::size_t at, const Pass &pass);
  void extendBySections(std::size_t at, const CriticalSections &sections);
  void extendByMemory(std::size_t at);
  void collectConflicts(std::size_t at);
  void collectConflictsOf(std::size_t at, const MemoryAccess &access);
  [[nodiscard]] bool hides(std::size_t earlier, const MemoryAccess &access) const;
  [[nodiscard]] bool raceOfAcquisitions(ThreadId thread, std::uint32_t earlier,
                                        const VectorClock &clock) const;
  template <typename Acquisition>
  void blockedByLast(ThreadId thread, ObjectId object, std::size_t at, const VectorClock &clock,
                     std::vector<std::uint32_t> &found) const;
  void blockedBy(ThreadId thread, const Action &action, std::size_t at, const VectorClock &clock,
                 std::vector<std::uint32_t> &found) const;
  void writerBlockedBy(ThreadId thread, ObjectId lock, std::size_t at, const VectorClock &clock,
                       std::vector<std::uint32_t> &found) const;

  const Run &run_;
  Dependency dependency_;
  std::vector<VectorClock> clocks_;
  std::vector<std::vector<std::uint32_t>> reversible_;
  std::vector<std::uint32_t> candidates_;
};

} // namespace raceward
