// RaceFinder: finds the races of a run as it grows, for the search and for hunting.
//
// A pair is a race if it is one under the strict reading of happens-before. A pair that races only
// under the loose reading is not reported, but it rules out the verdict race-free (ambiguous()).
#pragma once

#include "raceward/base/Result.h"
#include "raceward/explore/RacingPair.h"
#include "raceward/model/HappensBefore.h"
#include "raceward/model/Machine.h"

#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace raceward {

class RaceFinder {
public:
  explicit RaceFinder(const Run &run)
      : run_(run), strict_(run), loose_(run, HappensBefore::Reading::Loose) {}

  /// Takes in the last event of the run. Call it after each Run::push, while the machine is in the
  /// state after that event; backtracking needs no call.
  Result<void> extend(Machine &machine);

  /// See SearchOptions::onRace.
  std::function<void(const Event &earlier, const Event &later)> onRace;

  [[nodiscard]] const std::set<RacingPair> &races() const { return races_; }
  /// Ends with the second access.
  [[nodiscard]] const std::optional<Trace> &firstRace() const { return firstRace_; }
  /// One run for each further pair, as long as there is room.
  [[nodiscard]] const std::vector<RaceRun> &laterRaces() const { return laterRaces_; }
  [[nodiscard]] bool ambiguous() const { return ambiguous_; }
  /// The first event happens before the successors of the second in its thread: under every
  /// reading, as long as the readings have not been seen to disagree about a pair.
  [[nodiscard]] bool isOrdered(std::size_t earlier, std::size_t later) const {
    return earlier == later ||
           (readingsDiffer_ && !ambiguous_ ? loose_ : strict_).before(earlier, later);
  }
  /// Whether the run had an event in which the readings differ.
  [[nodiscard]] bool readingsDiffer() const { return readingsDiffer_; }

private:
  void keep(const RacingPair &pair);
  Result<void> findAmbiguity(Machine &machine);

  const Run &run_;
  HappensBefore strict_;
  HappensBefore loose_; ///< built at the first event that needs it
  bool readingsDiffer_ = false;
  std::vector<std::uint32_t> found_;
  std::vector<std::uint32_t> loosely_;
  std::set<RacingPair> races_;
  std::optional<Trace> firstRace_;
  std::vector<RaceRun> laterRaces_;
  std::size_t eventsKept_ = 0; ///< in laterRaces_
  bool ambiguous_ = false;
};

} // namespace raceward
