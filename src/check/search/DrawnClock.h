// DrawnClock: the time in hunted runs. Private to check.
//
// Numbers at random are a clock that jumps: a loop that waits for a moment of time then ends by
// chance, and what happens once a second never happens. So the time of a run moves on with each
// question, in steps of a size that the run has. Now and then it moves far, and the more is asked
// the larger the steps become, so that every wait ends.
//
// Invariant: within a run, a question has one answer, however often it is asked.
#pragma once

#include "raceward/symex/Inputs.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace raceward {

class DrawnClock {
public:
  void beginRun(std::uint64_t random);
  /// Nothing if the input is not part of a time.
  std::optional<std::uint64_t> operator()(const AskedInput &asked, std::uint64_t random);

private:
  /// Of an earlier run, unless it has the number of this one: nothing is cleared between runs,
  /// since some ask a lot.
  struct Answer {
    std::uint64_t run = 0;
    std::uint64_t time = 0;
  };
  [[nodiscard]] Answer &answerOf(const AskedInput &asked);

  std::uint64_t start_ = 0; ///< of the run, in nanoseconds
  std::uint64_t now_ = 0;
  std::uint64_t step_ = 0;
  std::uint64_t asked_ = 0; ///< in this run
  std::uint64_t run_ = 0;
  std::vector<std::vector<Answer>> answers_; ///< by thread and question
  std::unordered_map<std::uint64_t, Answer> afterRefusal_;
};

} // namespace raceward
