// How the execution of schedules is shared out, and kept for later.
#pragma once

#include "raceward/queue/Queue.h"

#include <optional>
#include <string>

namespace raceward {

struct WorkOptions {
  unsigned jobs = 0;      ///< worker processes on this machine; 0: the check does it itself
  std::string checkpoint; ///< a journal to begin; empty: none
  std::string resume;     ///< a journal to go on with; empty: none
  std::optional<QueueSettings> queue; ///< workers elsewhere
  std::string log; ///< where to tell of each item, a line of JSON each; empty: nowhere

  /// Whether schedules are executed in items at all.
  [[nodiscard]] bool inItems() const {
    return jobs > 0 || !checkpoint.empty() || !resume.empty() || queue;
  }
};

} // namespace raceward
