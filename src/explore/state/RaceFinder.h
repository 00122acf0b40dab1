// RaceFinder: the races of a run as it grows, for the search and for hunting.
//
// What races does so under the strict reading of happens-before. Pairs that race under the
// loose one alone are no races, and still forbid race-free.
#pragma once

#include "raceward/explore/Search.h"
#include "raceward/model/HappensBefore.h"

#include <functional>

namespace raceward {

class RaceFinder {
public:
  explicit RaceFinder(const Run &run)
      : run_(run), strict_(run), loose_(run, HappensBefore::Reading::Loose) {}

  /// Takes in the last event of the run. Call it after each Run::push, with the machine right
  /// after that event; going back needs no call.
  Result<void> extend(Machine &machine);

  /// See SearchOptions::onRace.
  std::function<void(const Event &earlier, const Event &later)> onRace;

  [[nodiscard]] const std::set<RacingPair> &races() const { return races_; }
  /// Ends with the second access.
  [[nodiscard]] const std::optional<Trace> &firstRace() const { return firstRace_; }
  /// One run for each further pair, the first that have room.
  [[nodiscard]] const std::vector<RaceRun> &laterRaces() const { return laterRaces_; }
  [[nodiscard]] bool ambiguous() const { return ambiguous_; }
  /// The one event happens before what follows the other in its thread: under every reading, as
  /// long as they have not been seen to differ about a pair.
  [[nodiscard]] bool isOrdered(std::size_t earlier, std::size_t later) const {
    return earlier == later ||
           (readingsDiffer_ && !ambiguous_ ? loose_ : strict_).before(earlier, later);
  }
  /// Whether there was an event that the readings differ in.
  [[nodiscard]] bool readingsDiffer() const { return readingsDiffer_; }

private:
  void keep(const RacingPair &pair);
  Result<void> findAmbiguity(Machine &machine);

  const Run &run_;
  HappensBefore strict_;
  HappensBefore loose_; ///< kept only from the first event on that needs it
  bool readingsDiffer_ = false;
  std::vector<std::uint32_t> found_;
  std::vector<std::uint32_t> loosely_;
  std::set<RacingPair> races_;
  std::optional<Trace> firstRace_;
  std::vector<RaceRun> laterRaces_;
  std::size_t eventsKept_ = 0; ///< in these runs
  bool ambiguous_ = false;
};

} // namespace raceward
