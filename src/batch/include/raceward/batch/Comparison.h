// A second set of results, for comparison.
//
// Either the table of a competition (one row per task, a verdict and a CPU time for
// each tool) or a results.csv of an earlier batch. Tasks are matched by the last part
// of their folder and the stem of their file, as both forms have these.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/batch/BatchResult.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace raceward::batch {

struct PeerResult {
  BatchVerdict verdict = BatchVerdict::Unknown;
  BatchClass resultClass = BatchClass::Unknown;
  std::optional<double> cpuSeconds;
};

class Comparison {
public:
  /// `tool` selects a column of a competition's table; for an earlier batch it is the name in the
  /// report.
  static Result<Comparison> load(const std::string &path, const std::string &tool);

  [[nodiscard]] const std::string &label() const { return label_; }
  [[nodiscard]] const PeerResult *find(const BatchTask &task) const;
  [[nodiscard]] std::size_t size() const { return results_.size(); }

private:
  std::string label_;
  std::map<std::pair<std::string, std::string>, PeerResult> results_; // by folder and stem
};

} // namespace raceward::batch
