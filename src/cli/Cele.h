// What stands behind the word `cele`, one file for each word after it.
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
  /// The status to exit with.
  [[nodiscard]] int run() const;
};

} // namespace raceward
