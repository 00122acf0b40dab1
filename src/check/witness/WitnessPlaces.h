// Matches operations with the places of waypoints. Private to check.
#pragma once

#include "raceward/model/CStatements.h"
#include "raceward/model/Witness.h"

#include <map>
#include <string>
#include <vector>

namespace raceward {

class WitnessPlaces {
public:
  /// `files` are the source files of the program, which may be read.
  explicit WitnessPlaces(std::vector<std::string> files) : files_(std::move(files)) {}

  /// With a column: in the same statement. Without: in the line, or in a statement or call that
  /// begins or ends there.
  bool matches(const Waypoint &waypoint, const SourcePosition &at, const std::string &function);

private:
  const CStatements &statementsOf(const std::string &file);

  std::vector<std::string> files_;
  std::map<std::string, CStatements> sources_;
};

} // namespace raceward
