// A finished batch: the input of the writers of result files.
#pragma once

#include "raceward/batch/Batch.h"
#include "raceward/batch/Comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace raceward::batch {

struct BatchRun {
  std::string property;
  double timeLimitSeconds = 0;
  std::uint64_t memoryLimitBytes = 0;
  std::vector<std::string> checkerArguments;
  std::size_t tasks = 0;            ///< requested; there are fewer results after an interruption
  std::vector<BatchResult> results; ///< in the order of the input
  std::vector<std::string> warnings;
  std::optional<Comparison> comparison;

  [[nodiscard]] BatchCounts counts() const {
    BatchCounts counts;
    for (const BatchResult &result : results)
      counts.add(result);
    return counts;
  }
};

std::string resultsCsv(const BatchRun &run);
std::string resultsJson(const BatchRun &run);
/// One self-contained HTML page.
std::string reportHtml(const BatchRun &run);

} // namespace raceward::batch
