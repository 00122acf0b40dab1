// Pruner: from which states nothing can race, and what is hidden behind them (rule R1).
//
// docs/pruning.md has the argument.
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
  /// Nor with an access that was made already; in simple programs only what is next counts.
  [[nodiscard]] bool isSafe();

  /// Who should come first: a thread may still do what depends on the event at this position.
  struct HiddenReversal {
    std::uint32_t event = 0;
    ThreadId thread; ///< invalid: one that does not exist yet
  };
  /// All that is hidden behind this state.
  void collectHidden(std::vector<HiddenReversal> &found);
  /// Some thread waits, has waited or may wait for a write: who is needed first is not known.
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
  /// Any race shows as two accesses that are both next: nothing but plain accesses and what waits
  /// for others, so far and from here on.
  [[nodiscard]] bool isSimple();
  [[nodiscard]] bool isProtected(std::size_t at, const FutureAccess &future) const;
  [[nodiscard]] bool mayDepend(std::size_t at, const Deeds &deeds) const;

  Machine &machine_;
  const Run &run_;
  const RaceFinder &races_;
  const CausalOrder &order_;
  std::vector<Live> live_;
  // After each event of the run; those above its size are stale.
  std::vector<HeldLocks> locksAfter_; ///< of its thread
  std::vector<bool> simpleUntil_;
  std::unordered_map<const Future *, bool> isSimple_;
  std::unordered_map<std::pair<const Future *, const Future *>, bool, PairHash> canRace_;
};

} // namespace raceward
