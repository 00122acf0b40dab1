// Preemptions: all schedules with at most so many of them, fewest first.
//
// The threads run one after the other, each as far as it can; a preemption takes the token from a
// thread that could go on (Musuvathi and Qadeer, PLDI 2007). Where one can be is known from the
// run without it.
#pragma once

#include "raceward/native/Execution.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace raceward {

class Preemptions {
public:
  explicit Preemptions(std::uint32_t most) : most_(most) {}

  /// A run with these preemptions: what it could have besides.
  void add(const std::vector<rw_change> &changes, const Execution &run);
  std::optional<std::vector<rw_change>> next();

private:
  std::uint32_t most_;
  std::deque<std::vector<rw_change>> waiting_;
};

} // namespace raceward
