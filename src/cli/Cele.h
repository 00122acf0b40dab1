// The subcommands of `cele`, one file each.
#pragma once

#include "Arguments.h"
#include "OptionParser.h"

#include <string>
#include <vector>

namespace raceward {

/// `raceward cele fmt`.
struct CeleFormat {
  bool check = false;
  bool inPlace = false;
  std::vector<std::string> files;

  void declare(OptionParser &parser);
  /// Returns the exit status.
  [[nodiscard]] int run() const;
};

/// `raceward cele show`.
struct CeleShow {
  bool cfg = false;
  bool ssa = false;
  bool cssa = false;
  bool constraints = false;
  std::string unroll;
  std::string encoding;
  std::string format;
  std::string output;

  void declare(OptionParser &parser);
  /// Returns the exit status.
  [[nodiscard]] int run(const std::vector<std::string> &files) const;
};

} // namespace raceward
