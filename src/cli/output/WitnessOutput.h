// Writes witnesses.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/model/CheckResult.h"
#include "raceward/program/Load.h"

#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// The property in the words of the competition.
inline constexpr std::string_view kNoDataRaceSpecification =
    "CHECK( init(main()), LTL(G ! data-race) )";

class WitnessOutput {
public:
  WitnessOutput() = default;
  /// The extension, .json, .yml, .yaml or .graphml, decides the format. Tests that the files can be
  /// written before a long check.
  static Result<WitnessOutput> to(std::vector<std::string> paths);

  [[nodiscard]] bool wanted() const { return !paths_.empty(); }

  /// Writes the run of the first race that has one; nothing if there is none. Returns the names of
  /// the files.
  [[nodiscard]] Result<std::vector<std::string>> write(const CheckResult &result,
                                                       const LoadRequest &program,
                                                       const std::string &specification) const;

private:
  explicit WitnessOutput(std::vector<std::string> paths) : paths_(std::move(paths)) {}

  std::vector<std::string> paths_;
};

/// "ILP32" or "LP64".
std::string_view nameOf(DataModel model);

} // namespace raceward
