// The explorer: runs the search on the symbolic machine.
//
// The caller selects the accesses that matter, the machine executes, the search chooses the next
// thread. A race that is returned is an existing run, executed a second time before it is reported;
// that there is none is known only if every schedule was executed and nothing was left out.
#pragma once

#include "raceward/check/ExploreLimits.h"
#include "raceward/check/ExploreOptions.h"
#include "raceward/model/CheckResult.h"
#include "raceward/model/WorkStatus.h"
#include "raceward/symex/ThreadedMachine.h"

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace raceward {

struct Facts;
class SuspectSet;

struct ExploreTask {
  std::vector<bool> visible; ///< accesses that are steps of the search, by SiteId
  /// For pruning; without them there is none. The suspects are those that are left, and all of
  /// their sites are visible.
  const Facts *facts = nullptr;
  const SuspectSet *suspects = nullptr;
  MachineOptions machine;
  MemoryModel model = MemoryModel::C11;
  ExploreOptions options;
  ExploreLimits limits;
  SearchBounds bounds; ///< additional bounds, for tests; its time and memory are not used
  std::function<void(std::string_view phase)> onProgress;
  std::function<void(const WorkStatus &)> onWork; ///< if it is distributed; may be empty
  /// Called with a race before it is minimised; may be empty.
  std::function<void(const Conviction &)> onRace;
};

struct Exploration {
  std::vector<Conviction> races;
  std::vector<Gap> gaps;
  ExplorationStats stats;
  bool everySchedule = false; ///< the search was exhausted
  /// Machine and search. Freeing them may take seconds: only after the answer is sent.
  std::vector<std::shared_ptr<void>> leftovers;

  /// Every schedule was executed for all inputs, and none has a race.
  [[nodiscard]] bool provesRaceFree() const {
    return races.empty() && gaps.empty() && everySchedule;
  }
};

} // namespace raceward
