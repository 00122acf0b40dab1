// How the execution of schedules is distributed, and journalled.
#pragma once

#include "raceward/queue/Queue.h"

#include <optional>
#include <string>

namespace raceward {

struct WorkOptions {
  unsigned jobs = 0;                  ///< worker processes on this machine; 0: the check itself
  std::string checkpoint;             ///< a journal to begin; empty: none
  std::string resume;                 ///< a journal to resume; empty: none
  std::optional<QueueSettings> queue; ///< remote workers
  std::string log;                    ///< file for the item log, a line of JSON each; empty: none

  /// Whether schedules are executed in items at all.
  [[nodiscard]] bool inItems() const {
    return jobs > 0 || !checkpoint.empty() || !resume.empty() || queue;
  }
};

} // namespace raceward
