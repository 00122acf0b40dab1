// RunWatcher: the races of runs whose schedule somebody else decides.
//
// A native program is scheduled inside of its process, and the machine has the finished run: it
// is gone through from its beginning to its end. Finds races and proves nothing.
#pragma once

#include "raceward/explore/Search.h"

#include <functional>
#include <memory>

namespace raceward {

class RunWatcher {
public:
  enum class Until : std::uint8_t { FirstRace, EndOfRun };

  RunWatcher();
  ~RunWatcher();
  RunWatcher(const RunWatcher &) = delete;
  RunWatcher &operator=(const RunWatcher &) = delete;

  /// One run, from the state that the machine is in. `who` says whose turn it is; nothing: the
  /// run is over. `enough` is asked now and then: true ends it. An Error means that the machine
  /// failed.
  Result<void> watch(Machine &machine, const std::function<std::optional<ThreadId>()> &who,
                     Until until, const std::function<bool()> &enough);

  // Over all runs that were watched.
  [[nodiscard]] const std::set<RacingPair> &races() const;
  /// Ends with the second access.
  [[nodiscard]] const std::optional<Trace> &firstRace() const;
  [[nodiscard]] const std::vector<RaceRun> &laterRaces() const;
  [[nodiscard]] bool ambiguous() const;
  [[nodiscard]] std::uint64_t events() const;
  /// Of the last run.
  [[nodiscard]] std::span<const Event> lastRun() const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace raceward
