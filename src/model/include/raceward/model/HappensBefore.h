// HappensBefore: what synchronisation orders, and so which accesses race.
//
// C11 5.1.2.4 with C++20 release sequences: program order; create to first step; last
// step to join; unlock to every later lock of the mutex; a release to an acquire that
// reads from it; conflicting atomic sections. Conflicting plain accesses order nothing.
// Not modelled yet: fences, and atomics of mixed sizes on one location beyond overlap.
#pragma once

#include "raceward/model/CriticalSections.h"
#include "raceward/model/Dependency.h"
#include "raceward/model/Run.h"
#include "raceward/model/VectorClock.h"

#include <vector>

namespace raceward {

class HappensBefore {
public:
  explicit HappensBefore(const Run &run) : run_(run) {}

  /// Takes in the last event of the run; see CausalOrder::extend.
  void extend();
  /// Takes in the whole run anew, without the order of sections that do not depend on each
  /// other: what is unordered then is unordered in some run of the class (docs/search.md).
  void rebuild(const CriticalSections &sections);

  /// Strictly before, by positions in the run.
  [[nodiscard]] bool before(std::size_t first, std::size_t second) const {
    return first != second && clocks_[second].covers(epochOf(run_[first]));
  }

  /// Appends the positions of all events that race with the one at `at`.
  void racesOf(std::size_t at, std::vector<std::uint32_t> &found) const;

private:
  void start(std::size_t at);
  void extendByMemory(const Event &event, std::size_t at);

  const Run &run_;
  std::vector<VectorClock> clocks_;
  /// What an acquire gets that reads from the atomic write at this position.
  std::vector<VectorClock> released_;
};

} // namespace raceward
