// Preemptions: enumerates the schedules with a bounded number of preemptions, fewest first.
//
// The threads run one after the other, each as far as it can; a preemption takes the token from a
// thread that could continue (Musuvathi and Qadeer, PLDI 2007). The run without a preemption shows
// where it is possible.
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

  /// Takes in a run with these preemptions, and queues its extensions by one more.
  void add(const std::vector<rw_change> &changes, const Execution &run);
  std::optional<std::vector<rw_change>> next();

private:
  std::uint32_t most_;
  std::deque<std::vector<rw_change>> waiting_;
};

} // namespace raceward
