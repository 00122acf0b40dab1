// HabitPool: the habits of hunted runs that were worth keeping. Private to check.
//
// A habit says what a place that asks for inputs draws. Each run begins with the habits of one that
// reached something new, so that what was hard to reach need not be reached by chance again; as
// fuzzers have it, a corpus.
#pragma once

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
  std::vector<InputPlace> last; ///< places that asked last for the first time
};

class HabitPool {
public:
  /// Races need threads: once there are runs with some besides main, most runs begin with theirs.
  void add(KeptRun run, bool hasThreads);
  struct Choice {
    const KeptRun *run = nullptr; ///< null if there are none
    bool hasThreads = false;
  };
  [[nodiscard]] Choice choose(std::uint64_t random) const;

private:
  void addTo(std::vector<KeptRun> &pool, KeptRun run);

  std::vector<KeptRun> withThreads_;
  std::vector<KeptRun> without_;
  std::uint64_t added_ = 0;
};

} // namespace raceward
