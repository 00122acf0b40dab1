// Options that are not on the command line: from the environment, or from `.raceward.yaml`.
//
// The command line takes precedence over variables such as RACEWARD_TIME_LIMIT, and these over the
// file that --config names or else the one in the nearest folder above that has one. The latter
// comes with the program under test: it may set harmless options only (InCheckout in
// OptionTable.h).
#pragma once

#include "options/OptionParser.h"

#include <optional>
#include <string>
#include <vector>

namespace raceward {

inline constexpr const char *kConfigFile = ".raceward.yaml";
inline constexpr const char *kSuppressionsFile = ".raceward-suppressions";

/// The file of that name in the working directory or the nearest one above; relative, so that it
/// reads well in messages. A file of another user is not obeyed, and `warnings` says so: it could
/// make the check write files.
std::optional<std::string> nearestFile(const std::string &name, std::vector<std::string> &warnings);

/// An option that is set, and by what.
struct Setting {
  Option option;
  std::vector<std::string> values;
  std::string where; ///< "RACEWARD_TIME_LIMIT", ".raceward.yaml:3"
};

/// "--time-limit" -> "RACEWARD_TIME_LIMIT".
std::string environmentName(const OptionRow &row);

struct Settings {
  std::vector<Setting> all;
  std::string file; ///< the configuration file that was obeyed; empty if there is none
};

/// Sets what the command line does not have. Requires that `parser` is that of check, and has
/// parsed.
Result<Settings> applySettings(OptionParser &parser, std::vector<std::string> &warnings);

} // namespace raceward
