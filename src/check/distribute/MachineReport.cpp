#include "MachineReport.h"

#include "raceward/base/Json.h"
#include "raceward/check/Wire.h"

namespace raceward {

std::string encodeReport(const MachineReport &report) {
  Json reached = Json::array();
  for (const SiteId site : report.reached)
    reached.push_back(site.index());
  return Json{{"gaps", encodeGaps(report.gaps)},
              {"reached", std::move(reached)},
              {"steps", report.steps},
              {"queries", report.queries},
              {"solverSeconds", report.solverSeconds}}
      .dump();
}

std::optional<MachineReport> decodeReport(std::string_view text) {
  const Json value = Json::parse(text);
  const auto isNumber = [&](const char *name) {
    return value.contains(name) && value[name].isUnsigned();
  };
  if (!value.isObject() || !value.contains("gaps") || !value["gaps"].isString() ||
      !value.contains("reached") || !value["reached"].isArray() || !isNumber("steps") ||
      !isNumber("queries") || !value.contains("solverSeconds") ||
      !value["solverSeconds"].isNumber())
    return std::nullopt;
  MachineReport report;
  std::optional<std::vector<Gap>> gaps = decodeGaps(value["gaps"].asString());
  if (!gaps)
    return std::nullopt;
  report.gaps = std::move(*gaps);
  for (const Json &each : value["reached"]) {
    if (!each.isUnsigned() || each.asUnsigned() >= UINT32_MAX)
      return std::nullopt;
    report.reached.emplace_back(static_cast<std::uint32_t>(each.asUnsigned()));
  }
  report.steps = value["steps"].asUnsigned();
  report.queries = value["queries"].asUnsigned();
  report.solverSeconds = value["solverSeconds"].asDouble();
  return report;
}

MachineReport reportOf(const ThreadedMachine &machine) {
  MachineReport report;
  report.gaps = machine.gaps();
  report.reached = machine.reached();
  report.steps = machine.work().steps;
  report.queries = machine.solverCounts().solved.queries;
  report.solverSeconds = machine.solverCounts().solved.seconds;
  return report;
}

} // namespace raceward
