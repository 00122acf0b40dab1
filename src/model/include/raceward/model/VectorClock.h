// VectorClock: for each thread, the number of its events that come before.
//
// An event is named by its epoch (thread, index), so "does this one event come before
// me" is one comparison; whole clocks are joined only where events depend.
#pragma once

#include "raceward/model/Event.h"

#include <algorithm>
#include <vector>

namespace raceward {

struct Epoch {
  ThreadId thread;
  std::uint32_t index = 0;
};

[[nodiscard]] inline Epoch epochOf(const Event &event) {
  return {event.thread, event.index};
}

class VectorClock {
public:
  [[nodiscard]] std::uint32_t operator[](ThreadId thread) const {
    return thread.index() < counts_.size() ? counts_[thread.index()] : 0;
  }

  [[nodiscard]] bool covers(Epoch epoch) const { return (*this)[epoch.thread] > epoch.index; }

  void advanceTo(Epoch epoch) {
    if (epoch.thread.index() >= counts_.size())
      counts_.resize(epoch.thread.index() + 1, 0);
    std::uint32_t &count = counts_[epoch.thread.index()];
    count = std::max(count, epoch.index + 1);
  }

  void join(const VectorClock &other) {
    if (other.counts_.size() > counts_.size())
      counts_.resize(other.counts_.size(), 0);
    for (std::size_t i = 0; i < other.counts_.size(); ++i)
      counts_[i] = std::max(counts_[i], other.counts_[i]);
  }

  void clear() { counts_.clear(); }

private:
  std::vector<std::uint32_t> counts_;
};

} // namespace raceward
