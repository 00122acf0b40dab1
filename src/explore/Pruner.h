// Pruner: from which states nothing can race, and what is hidden behind them (rule R1).
//
// docs/pruning.md has the argument.
#pragma once

#include "RaceFinder.h"
#include "raceward/model/CausalOrder.h"
#include "raceward/model/Machine.h"

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
  /// Nor can one of them race with an access that was made already.
  [[nodiscard]] bool isSafe();

  /// Who should come first: a thread may still do what depends on the event at this position.
  struct Hidden {
    std::uint32_t event = 0;
    ThreadId thread; ///< invalid: one that does not exist yet
  };
  /// All that is hidden behind this state.
  void collectHidden(std::vector<Hidden> &found);
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
  [[nodiscard]] bool mayDepend(const Action &action, const Deeds &deeds) const;

  Machine &machine_;
  const Run &run_;
  const RaceFinder &races_;
  const CausalOrder &order_;
  std::vector<Live> live_;
  std::vector<HeldLocks> locksAfter_; ///< each event, of its thread; those above the run are stale
  std::unordered_map<std::pair<const Future *, const Future *>, bool, PairHash> canRace_;
};

} // namespace raceward
