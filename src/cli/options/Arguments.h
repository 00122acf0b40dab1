// The command line before options are looked at.
#pragma once

#include <string>
#include <vector>

namespace raceward {

struct Arguments {
  std::vector<std::string> words; ///< up to a bare --
  /// The words after the --. They are taken off here because an option parser would swallow
  /// the dashes and treat the words as file names.
  std::vector<std::string> compilerFlags;
  bool hasCompilerFlags = false;
};

Arguments splitArguments(int argc, const char *const *argv);

} // namespace raceward
