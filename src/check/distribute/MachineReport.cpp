#include "MachineReport.h"

#include "raceward/check/Wire.h"

#include <nlohmann/json.hpp>

namespace raceward {

using nlohmann::json;

std::string encodeReport(const MachineReport &report) {
  json reached = json::array();
  for (const SiteId site : report.reached)
    reached.push_back(site.index());
  return json{{"gaps", encodeGaps(report.gaps)},
              {"reached", std::move(reached)},
              {"steps", report.steps},
              {"queries", report.queries},
              {"solverSeconds", report.solverSeconds}}
      .dump();
}

std::optional<MachineReport> decodeReport(std::string_view text) {
  const json value = json::parse(text, nullptr, /*allow_exceptions=*/false);
  const auto isNumber = [&](const char *name) {
    return value.contains(name) && value[name].is_number_unsigned();
  };
  if (!value.is_object() || !value.contains("gaps") || !value["gaps"].is_string() ||
      !value.contains("reached") || !value["reached"].is_array() || !isNumber("steps") ||
      !isNumber("queries") || !value.contains("solverSeconds") ||
      !value["solverSeconds"].is_number())
    return std::nullopt;
  MachineReport report;
  std::optional<std::vector<Gap>> gaps = decodeGaps(value["gaps"].get<std::string>());
  if (!gaps)
    return std::nullopt;
  report.gaps = std::move(*gaps);
  for (const json &each : value["reached"]) {
    if (!each.is_number_unsigned() || each.get<std::uint64_t>() >= UINT32_MAX)
      return std::nullopt;
    report.reached.emplace_back(each.get<std::uint32_t>());
  }
  report.steps = value["steps"].get<std::uint64_t>();
  report.queries = value["queries"].get<std::uint64_t>();
  report.solverSeconds = value["solverSeconds"].get<double>();
  return report;
}

MachineReport reportOf(const ThreadedMachine &machine) {
  MachineReport report;
  report.gaps = machine.gaps();
  report.reached = machine.reached();
  report.steps = machine.steps();
  report.queries = machine.solverCounts().solved.queries;
  report.solverSeconds = machine.solverCounts().solved.seconds;
  return report;
}

} // namespace raceward
