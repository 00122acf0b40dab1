// What a format knows besides the result.
#pragma once

#include <string>
#include <vector>

namespace raceward {

struct FormatContext {
  std::string version;            ///< of Raceward
  std::vector<std::string> files; ///< as the user named them
  /// Absolute; paths below it are shown relative to it. If it is empty, paths stay as they are.
  std::string sourceRoot;
  std::string workingFolder; ///< absolute; where relative paths start
};

} // namespace raceward
