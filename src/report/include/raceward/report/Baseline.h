// Baselines: the races of an earlier check, so that a build fails on new ones only.
//
// Races are compared by their fingerprints (Fingerprint.h), which do not contain lines.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/model/Verdict.h"

#include <cstddef>
#include <set>
#include <span>
#include <string>

namespace raceward {

struct Baseline {
  std::set<std::string> fingerprints;

  [[nodiscard]] bool knows(const Conviction &race) const;
};

/// Reads the output of writtenBaseline() or --json, or SARIF: the content decides. `path` is for
/// messages.
Result<Baseline> parseBaseline(const std::string &path, const std::string &text);
Result<Baseline> readBaseline(const std::string &path);

/// Races with equal fingerprints are written once. Ends with a newline, ASCII only.
std::string writtenBaseline(std::span<const Conviction> races);

/// Counted by fingerprint.
struct BaselineComparison {
  std::size_t known = 0;
  std::size_t fresh = 0;
  std::size_t gone = 0; ///< in the baseline only
};
BaselineComparison compare(const Baseline &baseline, std::span<const Conviction> races);

} // namespace raceward
