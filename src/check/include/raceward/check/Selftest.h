// Known programs, to test the checker itself.
//
// One or two for each primitive, in pairs that differ in little: with a race and without. A wrong
// verdict on one of them means that no verdict can be trusted.
#pragma once

#include "raceward/base/Result.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// A second thread runs `worker`; main does `before`, creates it, does `after` and joins it.
struct SelftestProgram {
  std::string_view name;
  std::string_view verdict; ///< "race" or "race-free"
  std::string_view globals;
  std::string_view worker;
  std::string_view before;
  std::string_view after;

  [[nodiscard]] std::string source() const;
};

std::span<const SelftestProgram> selftestPrograms();

struct SelftestFailure {
  std::string program;
  std::string expected;
  std::string answer;
};

struct SelftestResult {
  std::size_t programs = 0;
  std::vector<SelftestFailure> failures;
};

/// The answer of the checker under test for a file: the name of a verdict.
using SelftestChecker = std::function<Result<std::string>(const std::string &file)>;

/// The real pipeline, as `raceward check` runs it.
Result<std::string> checkForSelftest(const std::string &file);

/// An Error means that the test could not run: no compiler, no place for files.
Result<SelftestResult> runSelftest(const SelftestChecker &checker);

} // namespace raceward
