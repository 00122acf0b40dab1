#include "raceward/model/Property.h"

namespace raceward {

std::string_view toString(Property property) {
  switch (property) {
  case Property::NoDataRace:
    return "no-data-race";
  case Property::Assertions:
    return "assertions";
  case Property::MemorySafety:
    return "memory-safety";
  case Property::Deadlock:
    return "deadlock";
  }
  return "";
}

std::optional<Property> propertyFromString(std::string_view name) {
  for (const Property property :
       {Property::NoDataRace, Property::Assertions, Property::MemorySafety, Property::Deadlock})
    if (toString(property) == name)
      return property;
  return std::nullopt;
}

PropertyVerdict conclude(const PathLedger &ledger) {
  using Answer = PropertyVerdict::Answer;
  // An existing path suffices, whatever was not examined.
  if (!ledger.violations.empty())
    return {Answer::Violated, {}};
  std::vector<Gap> reasons = ledger.gaps;
  if (!ledger.closed && reasons.empty())
    reasons.push_back({GapKind::EngineCrash, "the check did not finish", {}, {}});
  if (!reasons.empty())
    return {Answer::Unknown, std::move(reasons)};
  return {Answer::Holds, {}};
}

std::string_view PropertyVerdict::name() const {
  switch (answer_) {
  case Answer::Holds:
    return "holds";
  case Answer::Violated:
    return "violated";
  case Answer::Unknown:
    break;
  }
  return "unknown";
}

} // namespace raceward
