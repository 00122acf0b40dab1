// The options that say how schedules are executed; check has them, and batch hands them on.
#pragma once

#include "OptionParser.h"
#include "raceward/check/ExploreOptions.h"

#include <string>
#include <vector>

namespace raceward {

/// What --reduction and --prune say; the default if nothing was given.
Result<Reduction> reductionFrom(const std::string &text);
Result<Pruning> pruningFrom(const std::string &text);

class ExploreFlags {
public:
  void declare(OptionParser &parser);
  /// Requires that the parser has parsed.
  [[nodiscard]] Result<ExploreOptions> options() const;
  /// The same as words for the command line of a check; empty if none was given.
  [[nodiscard]] std::vector<std::string> words() const;

private:
  std::string seconds_;
  std::string huntSeconds_;
  std::string seed_;
  std::string provers_;
  std::string reduction_;
  std::string pruning_;
  std::string loopBound_;
  std::string threadBound_;
  bool allRaces_ = false;
  bool failingAllocation_ = false;
};

} // namespace raceward
