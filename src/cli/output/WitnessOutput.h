// Where witnesses go.
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
  /// Names end in .json, .yml, .yaml or .graphml, which decides the format. Tries the places out
  /// before an hour of work depends on them.
  static Result<WitnessOutput> to(std::vector<std::string> paths);

  [[nodiscard]] bool wanted() const { return !paths_.empty(); }

  /// Writes the run of the first race that has one; none of these: nothing. Gives the names of
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
