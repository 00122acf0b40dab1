// ThreadSanitizer as a second judge: it executes the program itself, and knows nothing of our
// machine or of our analyses.
#pragma once

#include "Trial.h"
#include "raceward/base/File.h"
#include "raceward/base/Result.h"

#include <cstdint>
#include <set>
#include <string>

namespace raceward::test {

class Sanitizer {
public:
  /// An Error if there is no ThreadSanitizer here.
  static Result<Sanitizer> make();

  /// The pairs of lines of `file` that raced first in any of some runs.
  [[nodiscard]] Result<std::set<LinePair>> racesOf(const std::string &file,
                                                   std::uint64_t runs) const;

private:
  Sanitizer(std::string clang, TemporaryDirectory folder)
      : clang_(std::move(clang)), folder_(std::move(folder)) {}

  std::string clang_;
  TemporaryDirectory folder_; ///< of what every program is linked with
};

} // namespace raceward::test
