#include "WitnessPlaces.h"

#include "raceward/base/File.h"

#include <algorithm>
#include <string_view>

namespace raceward {

namespace {

/// The author of the witness may have had the program in another folder.
bool isSameFile(std::string_view a, std::string_view b) {
  const auto nameOf = [](std::string_view path) { return path.substr(path.rfind('/') + 1); };
  return nameOf(a) == nameOf(b);
}

} // namespace

bool WitnessPlaces::matches(const Waypoint &waypoint, const SourcePosition &at,
                            const std::string &function) {
  const SourcePosition &wanted = waypoint.at;
  if (!at.known() || (!wanted.file.empty() && !isSameFile(wanted.file, at.file)) ||
      (!waypoint.function.empty() && !function.empty() && waypoint.function != function))
    return false;
  const CStatements &text = statementsOf(at.file);
  const TextPlace here{at.line, std::max(at.column, 1U)};
  const auto statement = text.startOf(here);
  if (wanted.column != 0 && statement) {
    // Some tools count columns from 0.
    for (const std::uint32_t column : {wanted.column, wanted.column + 1})
      if (text.startOf({wanted.line, column}) == statement)
        return true;
    return false;
  }
  if (wanted.line == at.line || (statement && wanted.line == statement->line))
    return true;
  const bool isCall =
      waypoint.type == WaypointType::FunctionEnter || waypoint.type == WaypointType::FunctionReturn;
  const auto end = isCall ? text.endOfCall(here) : std::nullopt;
  return end && wanted.line == end->line;
}

const CStatements &WitnessPlaces::statementsOf(const std::string &file) {
  const auto known = sources_.find(file);
  if (known != sources_.end())
    return known->second;
  // Debug information may name any file; only the input files of the check are read.
  const bool isInput = std::find(files_.begin(), files_.end(), file) != files_.end();
  const Result<std::string> text = isInput ? readFile(file) : Result<std::string>(std::string());
  return sources_.emplace(file, CStatements(text ? *text : std::string())).first->second;
}

} // namespace raceward
