// The workers of a check, as lines for a terminal that are redrawn.
#pragma once

#include "raceward/model/WorkStatus.h"

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

namespace raceward {

/// Runs per second, over the last seconds.
class RunRate {
public:
  void add(const WorkStatus &status);
  [[nodiscard]] double perSecond() const;

private:
  struct Sample {
    double seconds = 0;
    std::uint64_t runs = 0;
  };
  std::deque<Sample> samples_;
};

struct WorkTableOptions {
  unsigned width = 80;        ///< of the terminal; one column stays free
  std::size_t mostLines = 24; ///< at least 1
};

/// A line for each worker, or for the busiest and one for the rest, and a summary. Printable lines.
std::vector<std::string> workTable(const WorkStatus &status, double runsPerSecond,
                                   const WorkTableOptions &options);

} // namespace raceward
