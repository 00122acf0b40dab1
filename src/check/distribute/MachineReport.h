// The report of a machine after an item: enclosed in the item's result.
#pragma once

#include "raceward/model/Gap.h"
#include "raceward/symex/ThreadedMachine.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

struct MachineReport {
  std::vector<Gap> gaps;
  std::vector<SiteId> reached; ///< visible access sites, sorted
  std::uint64_t steps = 0;
  std::uint64_t queries = 0;
  double solverSeconds = 0;
};

std::string encodeReport(const MachineReport &report);
/// Nothing if the text is not a report.
std::optional<MachineReport> decodeReport(std::string_view text);

MachineReport reportOf(const ThreadedMachine &machine);

} // namespace raceward
