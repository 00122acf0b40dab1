// Pruner: detects states from which no race is possible, and the dependencies hidden behind them
// (rule R1).
//
// A search may end a run in such a safe state, but operations after it may have to come before
// earlier events, which would lead to other runs (Wang, Chaudhuri, Gupta, Yang, "Dynamic model
// checking with property-driven pruning", lose races here). So for each thread the machine gives
// its future: a superset of the operations that it may still perform, and the locks that it
// certainly holds at each. From these the Pruner decides
// - isFutureSafe: no two future accesses of different threads can race;
// - isSafe: nor can a future access race with an event of the run;
// - collectHidden: the pairs of an event and a thread whose future may depend on it. The search
//   adds these threads to the backtrack sets as if the operations had been executed.
// The invariant is that futures only over-approximate: an unknown future is `anything`, which makes
// no state safe. docs/develop/pruning.md has the proof.
#pragma once

#include "raceward/model/CausalOrder.h"
#include "raceward/model/Machine.h"
#include "state/RaceFinder.h"

#include <unordered_map>
#include <vector>

namespace raceward {

class Pruner {
public:
  Pruner(Machine &machine, const Run &run, const RaceFinder &races, const CausalOrder &order)
      : machine_(machine), run_(run), races_(races), order_(order) {}

  /// Takes in the last event of the run; see CausalOrder::extend.
  void extend();

  /// No two accesses that threads may still make can race.
  [[nodiscard]] bool isFutureSafe();
  /// Nor with an event of the run; in simple programs only the next steps are compared with it.
  [[nodiscard]] bool isSafe();

  /// A thread that may have to come before an event: it may still do what depends on that event.
  struct HiddenReversal {
    std::uint32_t event = 0;
    ThreadId thread; ///< invalid: a thread that does not exist yet
  };
  /// All dependencies hidden behind this state.
  void collectHidden(std::vector<HiddenReversal> &found);
  /// A thread waits, has waited or may wait for a write: which thread it needs is not known.
  [[nodiscard]] bool mayWait();

private:
  struct Live {
    ThreadId thread;
    const Future *future = nullptr;
  };
  struct PairHash {
    std::size_t operator()(const std::pair<const Future *, const Future *> &pair) const {
      return std::hash<const void *>()(pair.first) * 31 + std::hash<const void *>()(pair.second);
    }
  };

  void findLive();
  [[nodiscard]] bool canRace(const FutureAccess &a, const FutureAccess &b) const;
  [[nodiscard]] bool canRace(const Deeds &a, const Deeds &b) const;
  [[nodiscard]] bool canRaceAlone(const Future &future) const;
  [[nodiscard]] bool canRace(const Future &a, const Future &b) const;
  [[nodiscard]] bool canRaceWithPast(std::size_t at, const Deeds &deeds) const;
  [[nodiscard]] bool isPastSafe() const;
  [[nodiscard]] bool isNextSafe() const;
  /// Every race shows as two accesses that are both next: the run and the futures have only plain
  /// accesses and operations that wait for other threads.
  [[nodiscard]] bool isSimple();
  [[nodiscard]] bool isProtected(std::size_t at, const FutureAccess &future) const;
  [[nodiscard]] bool mayDepend(std::size_t at, const Deeds &deeds) const;

  Machine &machine_;
  const Run &run_;
  const RaceFinder &races_;
  const CausalOrder &order_;
  std::vector<Live> live_;
  // One entry per event of the run; entries beyond its size are stale.
  std::vector<HeldLocks> locksAfter_; ///< of its thread
  std::vector<bool> simpleUntil_;
  std::unordered_map<const Future *, bool> isSimple_;
  std::unordered_map<std::pair<const Future *, const Future *>, bool, PairHash> canRace_;
};

} // namespace raceward
