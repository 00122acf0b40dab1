// HabitPool: the habits of hunted runs that were worth keeping. Private to check.
//
// A habit says what a place that asks for inputs draws. Each run begins with the habits of one that
// reached something new, so that what was hard to reach need not be reached by chance again; as
// fuzzers have it, a corpus. One program needs what few runs reach, as an option, with many
// schedules; another one needs to come ever deeper, or to vary all that it ever did. So hunts
// differ in how many of their runs begin with the run that took the rarest jump, and how many with
// one of the newest.
#pragma once

#include "raceward/symex/TakenEdges.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace raceward {

/// A place in the program's code that asks for an input.
using InputPlace = std::uint64_t;

/// All values at a place follow from these two numbers, so that a run with the same habit gets the
/// same values there.
struct Habit {
  std::uint64_t usual = 0;   ///< where the usual value is drawn from
  std::uint64_t unusual = 0; ///< where others are drawn from
};
using Habits = std::unordered_map<InputPlace, Habit>;

struct KeptRun {
  Habits habits;
  std::vector<InputPlace> last;          ///< places that asked last for the first time
  std::vector<TakenEdges::Number> edges; ///< that no run before had taken
};

class HabitPool {
public:
  explicit HabitPool(const TakenEdges &taken) : taken_(taken) {}

  /// Races need threads: once there are runs with some besides main, most runs begin with theirs.
  void add(KeptRun run, bool hasThreads);
  struct Choice {
    const KeptRun *run = nullptr; ///< null if there are none
    bool hasThreads = false;
  };
  /// For the hunt of this number.
  void beginHunt(std::uint64_t number) { hunt_ = number; }
  [[nodiscard]] Choice choose(std::uint64_t random);

private:
  struct Entry {
    KeptRun run;
    std::uint64_t begun = 0; ///< runs that began with it because it was the rarest
  };
  using Pool = std::vector<Entry>;

  void addTo(Pool &pool, KeptRun run);
  [[nodiscard]] std::uint64_t commonness(const Entry &entry) const;
  [[nodiscard]] Entry &rarestOf(Pool &pool) const;

  const TakenEdges &taken_;
  std::uint64_t hunt_ = 0;
  Pool withThreads_;
  Pool without_;
  std::uint64_t added_ = 0;
};

} // namespace raceward
