// `raceward check` with several programs of one build: --target A,B and --all-targets.
#pragma once

#include "options/OptionValues.h"
#include "raceward/base/Result.h"

#include <string>
#include <vector>

namespace raceward {

/// The targets to check, one after the other; none without -p or without a target.
Result<std::vector<std::string>> targetsFrom(const OptionValues &options);

/// Refuses options that are for one check only.
Result<void> requireForTargets(const OptionValues &options);

/// The options for one of several targets: files that are written get its name.
OptionValues optionsFor(const std::string &target, const OptionValues &options);

struct CheckedTarget {
  std::string target;
  std::string verdict; ///< or "error"
  int status = 0;      ///< the exit status
};

std::string targetsTable(const std::vector<CheckedTarget> &all);

/// The exit status for all: that of an internal error, of a race, of bad input, of an unknown, in
/// this order; 8 more if a report of one is lost.
int worstOf(const std::vector<CheckedTarget> &all);

} // namespace raceward
