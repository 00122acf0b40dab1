// RunWatcher: finds the races of runs that were scheduled elsewhere.
//
// A native program is scheduled inside its process, and the machine replays the finished run from
// beginning to end. The watcher finds races and proves nothing.
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

  /// Follows one run from the current state of the machine. `who` returns the next thread, or
  /// nothing at the end of the run. `enough` is polled: true ends it. An Error means that the
  /// machine failed.
  Result<void> watch(Machine &machine, const std::function<std::optional<ThreadId>()> &who,
                     Until until, const std::function<bool()> &enough);

  // Over all watched runs.
  [[nodiscard]] const std::set<RacingPair> &races() const;
  /// Ends with the second access.
  [[nodiscard]] const std::optional<Trace> &firstRace() const;
  [[nodiscard]] const std::vector<RaceRun> &laterRaces() const;
  [[nodiscard]] bool ambiguous() const;
  [[nodiscard]] std::uint64_t events() const;
  /// The events of the last run.
  [[nodiscard]] std::span<const Event> lastRun() const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace raceward
